/** Call tools in a room of a real LiveKit server: the agent sends and receives DTMF, and hangs up. */
import { DisconnectReason, RoomEvent } from '@livekit/rtc-node';
import { SipClient } from 'livekit-server-sdk';
import { expect, test } from 'vitest';
import { GREETING, heardToTheEnd, PATIENCE_MS, roomSetup, textsOf } from '../kit/room-setup.ts';
import { until } from '../kit/server.ts';
import { callOnce, callTools, say } from '../kit/servers/chat-server.ts';
import { onLiveKit } from '../kit/servers/livekit.ts';

const TEST = { timeout: 120_000 };
const AGENT = {
  call_tools: ['end_call', 'send_dtmf', 'transfer_call'],
  transfer_targets: [{ name: 'desk', number: '+4930123456' }],
};

onLiveKit((livekit) => {
  const setup = roomSetup(livekit, { env: () => ({ TRANSFER_NUMBERS: '+4930' }) });

  test('DTMF is sent to the room, and digits from the caller are a turn', TEST, async () => {
    const caller = await setup.greeted(AGENT);
    const pressed: string[] = [];
    caller.room.on(RoomEvent.DtmfReceived, (code, digit) => void pressed.push(`${code}=${digit}`));
    setup.model.answer(callOnce('send_dtmf', { keys: '12#' }));
    await caller.room.localParticipant?.sendText('Choose option twelve.', { topic: 'lk.chat' });
    await until('the keys were pressed', () => pressed.length === 3, PATIENCE_MS);
    expect(pressed).toEqual(['1=1', '2=2', '11=#']);
    // Only callers by telephone can be transferred, by this server or LiveKit's.
    const tools = setup.model.requests.at(-1)?.body.tools as { function: { name: string } }[];
    expect(tools.map((tool) => tool.function.name).toSorted()).toEqual(['end_call', 'send_dtmf']);
    const { url, apiKey, apiSecret } = livekit();
    const sip = new SipClient(url.replace(/^ws/, 'http'), apiKey, apiSecret);
    const identity = caller.room.localParticipant?.identity ?? '';
    await expect(
      sip.transferSipParticipant(caller.room.name ?? '', identity, 'tel:+4930123456'),
    ).rejects.toThrow();

    setup.model.answer(say('Of course.'));
    await caller.room.localParticipant?.publishDtmf(4, '4');
    await caller.room.localParticipant?.publishDtmf(2, '2');
    const turn = 'I pressed 4 2 on the telephone keypad.';
    await until('it is a turn', () => textsOf(caller, 'user_transcript').includes(turn), PATIENCE_MS);
  });

  test('another agent takes over in the room', TEST, async () => {
    const billing = await setup.client.made({ prompt: 'You do the billing.' });
    const introduction = 'Hello, this is billing.';
    const caller = await setup.greeted({ handoff: [{ name: 'billing', agent_id: billing, introduction }] });
    setup.model.next(callTools([{ name: 'hand_off', args: { agent: 'billing' } }], 'One moment.'));
    await caller.room.localParticipant?.sendText('My invoice is wrong.', { topic: 'lk.chat' });
    await until('it spoke', () => textsOf(caller, 'llm_response').includes(introduction), PATIENCE_MS);
    await heardToTheEnd(caller);
    setup.model.answer(say('I see.'));
    await caller.say(await setup.speech('Invoice number twelve.'));
    await until('it answered', () => textsOf(caller, 'llm_response').includes('I see.'), PATIENCE_MS);
    expect(JSON.stringify(setup.model.requests.at(-1)?.body.messages?.[0])).toContain('You do the billing.');
    await caller.room.localParticipant?.sendText('Thank you.', { topic: 'lk.chat' });
    await until('typed', () => textsOf(caller, 'user_transcript').includes('Thank you.'), PATIENCE_MS);
  });

  test('the agent hangs up: the caller gets the reason, and leaves the room', TEST, async () => {
    const caller = await setup.greeted({ ...AGENT, greeting: GREETING });
    const reasons: string[] = [];
    caller.room.on(RoomEvent.ParticipantAttributesChanged, (changed) => {
      if (changed['parley.end_reason']) reasons.push(changed['parley.end_reason']);
    });
    const left = new Promise((resolve) => caller.room.on(RoomEvent.Disconnected, resolve));
    setup.model.answer(callOnce('end_call', {}, 'Goodbye.'));
    await caller.room.localParticipant?.sendText('That is all.', { topic: 'lk.chat' });
    expect(await left).toBe(DisconnectReason.PARTICIPANT_REMOVED);
    expect(reasons).toEqual(['agent_hung_up']);
  });
});
