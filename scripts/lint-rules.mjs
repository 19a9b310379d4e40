/**
 * The lint rules that oxlint lacks, loaded by `.oxlintrc.json`. `new Date` and `Intl.DateTimeFormat` throw
 * for a number that is not a time, so screens use `renderer/platform/format.ts`, which accepts any number.
 */
const message = 'Format times with platform/format.ts, which accepts any number.';

const datesInFormat = {
  create: (context) => ({
    NewExpression(node) {
      if (node.callee.name === 'Date') context.report({ node, message });
    },
    MemberExpression(node) {
      if (node.property.name === 'DateTimeFormat') context.report({ node, message });
    },
  }),
};

export default { meta: { name: 'own' }, rules: { 'dates-in-format': datesInFormat } };
