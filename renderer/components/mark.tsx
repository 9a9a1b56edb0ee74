/** The mark: a small boat whose sail is a cloud. */
export function Mark({ size = 24 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      style={{ color: "var(--sky-accent)" }}
    >
      <path
        fill="currentColor"
        d="M15 21V9.2a5.6 5.6 0 0 1 10.4 2.2 4.9 4.9 0 0 1-.6 9.6Zm-2-9.5V21H7.6a3.9 3.9 0 0 1-.4-7.8A5 5 0 0 1 13 11.5Z"
      />
      <path fill="currentColor" d="M3 23h26l-3.2 5a3 3 0 0 1-2.5 1.4H8.7A3 3 0 0 1 6.2 28Z" />
    </svg>
  );
}
