/** The logo: four strokes of a voice. */
export function Mark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg class="mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--brand)" />
      <path
        d="M8 14v4M13.3 10v12M18.7 7v18M24 12.5v7"
        stroke="var(--on-brand)"
        stroke-width="3"
        stroke-linecap="round"
      />
    </svg>
  );
}
