// Has an agent answer a number. Run it once for each: node examples/livekit-sip/incoming.mjs
import { RoomAgentDispatch, RoomConfiguration, SipClient } from 'livekit-server-sdk';

const number = '+4930123456';
const { PARLEY_API_KEY, LIVEKIT_API_KEY, LIVEKIT_API_SECRET } = process.env;
const post = async (path, body) => {
  const headers = { 'x-api-key': PARLEY_API_KEY, 'content-type': 'application/json' };
  const answer = await fetch(`http://127.0.0.1:8000${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()).data;
};

const { agent_id: id } = await post('/agents', {
  name: 'Reception',
  prompt: 'You are the receptionist of a small hotel. Be brief.',
  greeting: 'Hello, reception speaking.',
});
const { agent_name: agentName, metadata } = await post(`/agents/${id}/sip-dispatch`, {});

const sip = new SipClient('http://127.0.0.1:7880', LIVEKIT_API_KEY, LIVEKIT_API_SECRET);
const trunk = await sip.createSipInboundTrunk('provider', [number], { allowedAddresses: ['203.0.113.0/24'] });
await sip.createSipDispatchRule(
  { type: 'individual', roomPrefix: 'call-' },
  {
    trunkIds: [trunk.sipTrunkId],
    roomConfig: new RoomConfiguration({ agents: [new RoomAgentDispatch({ agentName, metadata })] }),
  },
);
console.log(`${number} is answered by agent ${id}`);
