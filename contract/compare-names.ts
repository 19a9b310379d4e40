/** Orders names by the numbers in them: 2 before 10. */
export const compareNames = new Intl.Collator(undefined, { numeric: true }).compare;
