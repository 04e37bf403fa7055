// Has an agent call a number: node examples/livekit-sip/call.mjs AGENT_ID +4930654321
import { SipClient } from 'livekit-server-sdk';

const [agent, number] = process.argv.slice(2);
const { PARLEY_API_KEY, LIVEKIT_API_KEY, LIVEKIT_API_SECRET } = process.env;
const sip = new SipClient('http://127.0.0.1:7880', LIVEKIT_API_KEY, LIVEKIT_API_SECRET);
const login = { authUsername: 'user', authPassword: 'password' };
const [known] = await sip.listSipOutboundTrunk();
const trunk =
  known ?? (await sip.createSipOutboundTrunk('provider', 'sip.provider.example', ['+4930123456'], login));

const answer = await fetch(`http://127.0.0.1:8000/agents/${agent}/token`, {
  method: 'POST',
  headers: { 'x-api-key': PARLEY_API_KEY, 'content-type': 'application/json' },
  body: JSON.stringify({ api_key: PARLEY_API_KEY, greeting: 'Good morning, this is the hotel.' }),
});
if (!answer.ok) throw new Error(await answer.text());
const { token, room_name: room } = (await answer.json()).data;
const { sub } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());

await sip.createSipParticipant(trunk.sipTrunkId, number, room, {
  participantIdentity: sub,
  waitUntilAnswered: true,
});
console.log(`${number} has answered`);
