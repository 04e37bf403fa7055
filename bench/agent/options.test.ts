import { describe, expect, it } from 'vitest';
import { AGENT_PARTS } from './figures.ts';
import { parseAgentOptions } from './options.ts';

describe('arguments of the benchmark of agents', () => {
  it('measure everything at the terminal by default', () => {
    expect(parseAgentOptions([])).toEqual({ parts: AGENT_PARTS, quick: false, writeTo: null, clips: null });
  });

  it('name parts, recordings and a folder for the report', () => {
    const options = parseAgentOptions(['sessions', '--clips', 'some/folder', '--write=out', '--quick']);
    expect(options).toEqual({ parts: ['sessions'], quick: true, writeTo: 'out', clips: 'some/folder' });
    expect(parseAgentOptions(['--clips=some/folder'])?.clips).toBe('some/folder');
  });

  it('are refused when they are invalid', () => {
    for (const args of [['speed'], ['--clips'], ['--write=']]) {
      expect(() => parseAgentOptions(args)).toThrow(/unknown argument/);
    }
  });
});
