// Speaks a sentence and writes it down in a transcription session.
import { WebSocket } from 'ws';

const key = process.env.PARLEY_API_KEY;
const headers = { authorization: `Bearer ${key}` };
const speech = await fetch('http://127.0.0.1:8000/v1/audio/speech', {
  method: 'POST',
  headers,
  body: JSON.stringify({ input: 'I would like a cup of tea.', response_format: 'pcm' }),
});
const audio = Buffer.from(await speech.arrayBuffer()).toString('base64');

const socket = new WebSocket('ws://127.0.0.1:8000/v1/realtime?intent=transcription', { headers });
const send = (event) => socket.send(JSON.stringify(event));
socket.on('open', () => {
  const input = { transcription: { language: 'en' }, turn_detection: null };
  send({ type: 'session.update', session: { type: 'transcription', audio: { input } } });
  send({ type: 'input_audio_buffer.append', audio });
  send({ type: 'input_audio_buffer.commit' });
});
socket.on('message', (data) => {
  const { type, transcript } = JSON.parse(data);
  if (type !== 'conversation.item.input_audio_transcription.completed') return;
  console.log(transcript);
  socket.close();
});
