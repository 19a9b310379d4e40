/** Lint rules that oxlint lacks. `new Date` and `Intl.DateTimeFormat` throw for a number that is no time. */
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
