import { effect, signal } from '@preact/signals';

export const PAGES = [
  'speak',
  'voices',
  'agents',
  'transcribe',
  'calls',
  'restore',
  'pronounce',
  'events',
  'usage',
  'keys',
] as const;
export type Page = (typeof PAGES)[number];

export interface Route {
  readonly page: Page;
  /** The path after the page: `#/agents/ID` has `['ID']`. */
  readonly rest: readonly string[];
}

/** The page in the address, such as `#/voices`. Links change it, so that going back works. */
export const route = signal<Route>(read());

addEventListener('hashchange', () => {
  route.value = read();
});

export function go(page: Page, ...rest: string[]): void {
  location.hash = addressOf(page, ...rest);
}

export function addressOf(page: Page, ...rest: string[]): string {
  return `#/${[page, ...rest.map(encodeURIComponent)].join('/')}`;
}

/** Calls `then` for each navigation, but not for the first page. */
export function onNavigation(then: (route: Route) => void): () => void {
  let isFirst = true;
  return effect(() => {
    const now = route.value;
    if (!isFirst) then(now);
    isFirst = false;
  });
}

function read(): Route {
  const [path = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [name, ...rest] = path.split('/');
  const page = PAGES.find((one) => one === name) ?? 'speak';
  return { page, rest: rest.map(decode) };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
