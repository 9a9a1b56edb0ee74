/** The mark: a small boat whose sail is a cloud. Drawn in `build/icons/mark.svg`, too. */
export function BoatMark({ size = 24 }: { readonly size?: number }) {
  return (
    <svg
      className="rigid"
      fill="var(--sky-accent)"
      width={size}
      height={size}
      viewBox="0 0 64 64"
      aria-hidden="true"
    >
      <path d="M36 40V7.6A13 13 0 0 0 14.4 20A10 10 0 0 0 15 40ZM40 40V18.3A10 10 0 0 1 54.8 25A7.5 7.5 0 0 1 54 40ZM3 44H62C60 53 54 59 46 59H19C11 59 5 53 3 44Z" />
    </svg>
  );
}
