/** Drawn on a square of 24, with strokes only, so that they get the colour of the text. */
const PATHS = {
  speak: 'M4 10v4M8 7v10M12 4v16M16 8v8M20 10.5v3',
  voices:
    'M12 3.5a3.2 3.2 0 0 1 3.2 3.2v4.6a3.2 3.2 0 0 1-6.4 0V6.7A3.2 3.2 0 0 1 12 3.5ZM5.5 11a6.5 6.5 0 0 0 13 0M12 ' +
    '17.5v3',
  agents:
    'M4 6.5A2.5 2.5 0 0 1 6.5 4h7A2.5 2.5 0 0 1 16 6.5v4a2.5 2.5 0 0 1-2.5 2.5H9l-4 3v-3.3A2.5 2.5 0 0 1 4 ' +
    '10.5ZM19 9.2a2.5 2.5 0 0 1 1 2v4.3a2.5 2.5 0 0 1-1 2V20l-3-2.2h-3.5',
  pronounce: 'M6 9.5C6.5 6 9 4.5 12 4.5c4 0 6 3 6 7s-2.2 8-6.2 8c-3.3 0-5.6-2-5.8-5.5h12',
  usage: 'M4 20h16M7 16v-4M12 16V6M17 16v-7',
  transcribe: 'M4 6h9M4 10.5h6M4 15h5M15.5 10v9M12.5 13v3M18.5 12.5v4M21 14v1',
  restore:
    'M10.5 4l1.9 5.1 5.1 1.9-5.1 1.9-1.9 5.1-1.9-5.1L3.5 11l5.1-1.9ZM18 15.5l.9 2.1 2.1.9-2.1.9-.9 2.1-.9-2.1-2.1-.9 2.1-.9Z',
  calls:
    'M6.5 4h3l1.5 4-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2 4 1.5v3a2 2 0 0 1-2 2A15.5 15.5 0 0 1 4.5 6a2 2 0 0 1 2-2ZM14.5 4.5a5 5 0 0 1 5 5M14.5 8a1.6 1.6 0 0 1 1.5 1.5',
  events: 'M13 3.5 5.5 13.5H11l-1 7 8-10.5h-5.5Z',
  keys: 'M8.5 11.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM11.5 12.5 19 5M15.5 8.5l2.5 2.5',
  more: 'M6 11.9v.2M12 11.9v.2M18 11.9v.2',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
  globe:
    'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16ZM4 12h16M12 4c2.3 2.2 3.3 5 3.3 8s-1 5.8-3.3 8c-2.3-2.2-3.3-5-3.3-8s1-5.8 3.3-8Z',
  sun:
    'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 ' +
    '1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z',
  system: 'M4 5.5h16v10.5H4ZM9 20h6M12 16v4',
  copy: 'M9 9h10v11H9ZM5 15V4h10',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14',
  upload: 'M12 16V5M7.5 9 12 4.5 16.5 9M5 20h14',
  play: 'M8 5.5v13l10.5-6.5Z',
  stop: 'M7 7h10v10H7Z',
  pause: 'M9 6v12M15 6v12',
  plus: 'M12 5v14M5 12h14',
  trash: 'M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 11v5M13.5 11v5',
  pencil: 'M5 19l1-4L16 5l3 3L9 18ZM14 7l3 3',
  again: 'M18.5 12a6.5 6.5 0 1 1-1.9-4.6L19 9.8M19 5v4.8h-4.8',
  close: 'M6 6l12 12M18 6 6 18',
  back: 'M14.5 6 8.5 12l6 6',
  next: 'M9.5 6l6 6-6 6',
  down: 'M6 9.5l6 6 6-6',
  leave: 'M14 4.5H6v15h8M11 12h9.5M17 8.5l3.5 3.5-3.5 3.5',
  book: 'M5 5.5C8 4.3 10 4.6 12 6c2-1.4 4-1.7 7-.5v13c-3-1.2-5-.9-7 .5-2-1.4-4-1.7-7-.5ZM12 6v13',
  search: 'M10.5 4.5a6 6 0 1 1 0 12 6 6 0 0 1 0-12ZM15 15l4.5 4.5',
  warning: 'M12 4 21 19.5H3ZM12 10v4.5M12 17.2v.1',
  muted:
    'M9 9v2.3a3.2 3.2 0 0 0 5 2.6M15.2 11V6.7A3.2 3.2 0 0 0 9.1 5.3M5.5 11a6.5 6.5 0 0 0 10.8 4.8M18.1 13a6.5 6.5 ' +
    '0 0 0 .4-2M12 17.5v3M4 4l16 16',
  send: 'M4.5 12h14M12.5 5.5 19 12l-6.5 6.5',
  tool: 'M14.5 5.5a4 4 0 0 0-3.7 5.5L4.5 17.3 6.7 19.5 13 13.2a4 4 0 0 0 5.5-3.7l-2.6 1-1.7-1.7 1-2.6Z',
  phone:
    'M6.5 4h3l1.5 4-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2 4 1.5v3a2 2 0 0 1-2 2A15.5 15.5 0 0 1 4.5 6a2 2 0 0 1 2-2Z',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon beside a text, or on a button with an accessible name. Screen readers ignore it. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  const solid = name === 'play' || name === 'stop';
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill={solid ? 'currentColor' : 'none'}
        stroke="currentColor"
        stroke-width="1.75"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
