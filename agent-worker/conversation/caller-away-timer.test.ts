import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallerAwayTimer, GIVE_UP_MS, NUDGE_MS } from './caller-away-timer.ts';

describe('silence', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function watch() {
    const happened: string[] = [];
    const timer = new CallerAwayTimer({
      nudge: () => happened.push('nudge'),
      giveUp: () => happened.push('give up'),
    });
    timer.callerActive();
    return { timer, happened };
  }

  it('is interrupted by one question, and the call ends if nobody answers', () => {
    const { happened } = watch();
    vi.advanceTimersByTime(NUDGE_MS - 1);
    expect(happened).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(happened).toEqual(['nudge']);
    vi.advanceTimersByTime(GIVE_UP_MS - NUDGE_MS - 1);
    expect(happened).toEqual(['nudge']);
    vi.advanceTimersByTime(1);
    expect(happened).toEqual(['nudge', 'give up']);
    vi.advanceTimersByTime(10 * GIVE_UP_MS);
    expect(happened).toEqual(['nudge', 'give up']);
  });

  it('restarts with any action of the caller', () => {
    const { timer, happened } = watch();
    for (let i = 0; i < 100; i++) {
      vi.advanceTimersByTime(NUDGE_MS - 1);
      timer.callerActive();
    }
    expect(happened).toEqual([]);
    vi.advanceTimersByTime(GIVE_UP_MS);
    expect(happened).toEqual(['nudge', 'give up']);
  });

  it('is broken again when the caller answered in between', () => {
    const { timer, happened } = watch();
    vi.advanceTimersByTime(NUDGE_MS);
    timer.callerActive();
    vi.advanceTimersByTime(NUDGE_MS);
    expect(happened).toEqual(['nudge', 'nudge']);
  });

  it('does not run towards the question while the agent speaks; speech of the agent does not prolong the call', () => {
    const { timer, happened } = watch();
    timer.agentSpeaks(true);
    vi.advanceTimersByTime(GIVE_UP_MS - 1);
    expect(happened).toEqual([]);
    timer.agentSpeaks(false);
    vi.advanceTimersByTime(1);
    expect(happened).toEqual(['give up']);
  });

  it('runs from the end of the speech of the agent', () => {
    const { timer, happened } = watch();
    vi.advanceTimersByTime(NUDGE_MS - 1);
    timer.agentSpeaks(true);
    vi.advanceTimersByTime(10_000);
    timer.agentSpeaks(false);
    vi.advanceTimersByTime(NUDGE_MS - 1);
    expect(happened).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(happened).toEqual(['nudge']);
  });

  it('is nothing any more once the conversation is over', () => {
    const { timer, happened } = watch();
    timer.close();
    timer.callerActive();
    timer.agentSpeaks(true);
    timer.agentSpeaks(false);
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(10 * GIVE_UP_MS);
    expect(happened).toEqual([]);
  });
});
