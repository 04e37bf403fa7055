/** Compares the output on a page with that of a program. */
import { expect } from 'vitest';

/** Fields with measured numbers, for which a page can only show an example. */
const MEASURED = new Set([
  'unitStartTimesMs',
  'unitDurationsMs',
  'characters',
  'audio_ms',
  'requests',
  'start_ms',
  'end_ms',
  'score',
]);
/** Measured numbers in text, recognised by their unit. */
const MEASURED_TEXT = /\d+(?:\\\.\d+)?(?= (?:ms|s|bytes)\b)/g;

/**
 * Asserts that every line shown was printed, in this order. Other lines may be between them. `…` matches anything, and
 * the widths of gaps do not count.
 */
export function expectLines(shown: string, printed: string): void {
  const lines = printed.split('\n');
  for (const line of shown.split('\n').filter((text) => text.trim() !== '')) {
    const escaped = line.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const pattern = escaped
      .replaceAll('…', '.*')
      .replace(MEASURED_TEXT, '\\d+(\\.\\d+)?')
      .replace(/\s+/g, '\\s+');
    const at = lines.findIndex((candidate) => new RegExp(`^\\s*${pattern}\\s*$`).test(candidate));
    expect(at, `the line\n${line}\nin\n${lines.join('\n')}`).toBeGreaterThanOrEqual(0);
    lines.splice(0, at + 1);
  }
}

/** Asserts that the JSON shown is part of the output: one JSON value, or the data of one of the events. */
export function expectJson(shown: string, printed: string): void {
  const wanted = asPattern(JSON.parse(shown));
  const events = eventsOf(printed);
  expect(events.length > 0 ? events : [JSON.parse(printed)]).toContainEqual(wanted);
}

/** Asserts that the word timings of all events together are those shown. */
export function expectAlignment(shown: string, printed: string): void {
  const together = new Map<string, unknown[]>();
  for (const event of eventsOf(printed) as { data: { alignment: Record<string, unknown[]> } }[]) {
    for (const [name, values] of Object.entries(event.data.alignment)) {
      together.set(name, [...(together.get(name) ?? []), ...values]);
    }
  }
  expect(Object.fromEntries(together)).toEqual(asPattern(JSON.parse(shown)));
}

function eventsOf(printed: string): unknown[] {
  const lines = printed.split('\n').filter((line) => line.startsWith('data: '));
  return lines.map((line) => JSON.parse(line.slice('data: '.length)) as unknown);
}

/** Returns a matcher for a value. Fields and list entries that are not shown may be present. */
function asPattern(value: unknown, name = ''): unknown {
  if (typeof value === 'number') return MEASURED.has(name) ? expect.any(Number) : value;
  if (typeof value === 'string') return value.includes('…') ? expect.stringMatching(/./) : value;
  if (Array.isArray(value)) {
    const items = value.map((item) => asPattern(item, name));
    return value.some((item) => typeof item === 'object') ? expect.arrayContaining(items) : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([field, item]) => [field, asPattern(item, field)] as const);
  return expect.objectContaining(Object.fromEntries(fields));
}
