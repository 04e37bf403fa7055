import { expect, it } from 'vitest';
import { responsePlot } from './response-plot.ts';

it('draws how many turns each door had answered by then, and omits a door without answers', () => {
  const turn = (room: number | null, peer: number | null) => ({ question: 'q', room, websocket: null, peer });
  const plot = responsePlot([turn(500, 1000), turn(1500, 1000), turn(null, 900)]);
  const lines = [...plot.matchAll(/<path class="(ours|peer) line( dashed)?" d="M70 280([^"]*)"/g)];
  expect(lines.map(([, style]) => style)).toEqual(['ours', 'peer']);
  const steps = lines.map(([, , , path]) =>
    [...(path ?? '').matchAll(/H([\d.]+)V([\d.]+)/g)].map((m) => m.slice(1)),
  );
  // Two of three turns: 280 - 220 * 2 / 3.
  expect(steps[0]).toEqual([
    ['316.7', '206.7'],
    ['810', '133.3'],
  ]);
  expect(steps[1]!.map(([, y]) => y)).toEqual(['206.7', '133.3', '60']);
  expect(plot).toContain('1500 ms');
});
