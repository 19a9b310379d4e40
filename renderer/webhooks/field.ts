/** How labels and hints stand above every field of this page. */
export const field = {
  labelProps: { mb: 4 },
  descriptionProps: { fz: 12, mb: 6 },
  errorProps: { fz: 12 },
} as const;
