/** The brand: a hearth whose flame is a speech bubble (resources/icon.svg, drawn for small sizes). */
export const Flame = ({ size }: { readonly size: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="64 64 896 896"
    fill="none"
    stroke="#f4eee6"
    strokeWidth="72"
    strokeLinecap="round"
    aria-hidden
    focusable="false"
  >
    <rect x="64" y="64" width="896" height="896" rx="204" fill="#2a2c31" stroke="none" />
    <path d="M268 780V480a244 244 0 0 1 488 0v300M188 800h648" />
    <path
      fill="#f9733a"
      stroke="none"
      d="M536 300c14 82 134 128 134 258 0 92-71 152-158 152-19 0-37-3-54-8l-92 26c-10 3-18-7-14-16l31-68c-18-25-29-55-29-88 0-62 33-98 64-131 8-9 22-5 25 6 4 16 11 30 23 40 29-45 51-102 49-168 0-13 18-16 21-3z"
    />
  </svg>
);
