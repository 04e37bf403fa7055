// Has an agent answer a typed message, by the realtime protocol.
import { WebSocket } from 'ws';

const socket = new WebSocket('ws://127.0.0.1:8000/v1/realtime?model=gpt-realtime', {
  headers: { authorization: `Bearer ${process.env.PARLEY_API_KEY}` },
});
const send = (event) => socket.send(JSON.stringify(event));
socket.on('open', () => {
  send({ type: 'session.update', session: { type: 'realtime', instructions: 'Answer briefly.' } });
  const content = [{ type: 'input_text', text: 'Hello!' }];
  send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } });
  send({ type: 'response.create' });
});
let bytes = 0;
socket.on('message', (data) => {
  const event = JSON.parse(data);
  if (event.type === 'response.output_audio.delta') bytes += Buffer.from(event.delta, 'base64').length;
  if (event.type === 'response.output_audio_transcript.done') console.log(event.transcript);
  if (event.type !== 'response.done') return;
  console.log(event.response.status, bytes > 24_000);
  socket.close();
});
