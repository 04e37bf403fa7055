import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { IPA_KEYS, type IpaKey } from '../../../engine/index.ts';
import { refusal } from '../../errors/api-error.ts';
import { hangUpSignal } from '../../http/hang-up.ts';
import { DEMO_LIMITS } from '../../limits/demo.ts';
import { MAX_VOICE_ID_CHARS } from '../../limits/fields.ts';
import { MAX_OPEN_JSON_BYTES } from '../../limits/requests.ts';
import { data, errorResponses } from '../common/schemas.ts';
import type { RestDeps } from '../deps.ts';
import { AlignmentSchema } from '../speech/schemas.ts';
import type { VoiceBody } from '../voices/schemas.ts';
import { standardVoice } from '../voices/voice-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The visitor's token on demo routes; null on all other routes. */
    demoToken: string | null;
  }
}

const TAGS = ['Demo'];
const { maxTextChars, samplingRate, tokenSeconds, requestsPerToken, charactersPerToken } = DEMO_LIMITS;

const Config = Type.Object({
  enabled: Type.Boolean({ description: 'Whether the demo is enabled' }),
  site_key: Type.Union([Type.String(), Type.Null()], {
    description:
      'Public key of the challenge on the page; null: no challenge, any `challenge_token` is accepted',
  }),
  voices: Type.Array(Type.Unsafe<VoiceBody>({ $ref: 'Voice#' }), { description: 'Voices to choose from' }),
  max_text_chars: Type.Integer({ description: 'Maximum length of `text`' }),
  sampling_rate: Type.Integer({ description: 'Sampling rate of the audio in Hz' }),
  limits: Type.Object(
    {
      token_seconds: Type.Integer(),
      requests_per_token: Type.Integer(),
      characters_per_token: Type.Integer(),
    },
    { description: 'What one token allows' },
  ),
});
const SessionBody = Type.Object({
  challenge_token: Type.String({ maxLength: 2048, description: 'Answer of the challenge on the page' }),
});
const Session = Type.Object({
  token: Type.String({ description: 'For the header X-Demo-Token, from the same address' }),
  expires_in: Type.Integer({ description: 'Seconds until it expires' }),
});
const SpeakBody = Type.Object({
  voice_id: Type.String({
    maxLength: MAX_VOICE_ID_CHARS,
    description: 'One of the voices of `GET /demo/config`',
  }),
  text: Type.String({
    maxLength: maxTextChars,
    description: "In the voice's language; markup as in other speech requests",
  }),
  timestamps: Type.Boolean({ default: false, description: 'Whether to return word timings' }),
  ipa_key: Type.Unsafe<IpaKey | null>({
    type: ['string', 'null'],
    enum: [...IPA_KEYS, null],
    default: null,
    description: 'Regional variant whose sounds phoneme tags may use',
  }),
});
const SpeakHeaders = Type.Object({
  'x-demo-token': Type.Optional(Type.String({ description: 'The token of `POST /demo/session`' })),
});
const Speech = Type.Object({
  audio: Type.String({ description: 'A WAV file in base64: mono, 16 bits' }),
  sampling_rate: Type.Integer({ description: 'In Hz' }),
  alignment: Type.Optional(
    Type.Object(AlignmentSchema.properties, {
      description: 'With `timestamps`: when each word is spoken, and its position in `text`',
    }),
  ),
  alignment_unavailable: Type.Optional(
    Type.String({
      description: 'With `timestamps`, for voices without timings: why there is no `alignment`',
    }),
  ),
});

/** Speech for visitors without credentials, if the operator allows it. */
export function demoRoutes(app: FastifyInstance, { demo, backoff }: RestDeps): void {
  app.decorateRequest('demoToken', null);
  const refuseWhenOff = async (): Promise<void> => {
    if (!demo.isOn) throw refusal('demo_off');
  };

  app.get(
    '/demo/config',
    {
      schema: {
        tags: TAGS,
        operationId: 'getDemoConfig',
        summary: 'Get the configuration of the demo',
        description:
          'Voices, limits and the public key of the challenge; and whether the demo is enabled at all.',
        response: { 200: data(Config, 'The configuration') },
      },
    },
    async () => ({
      data: {
        enabled: demo.isOn,
        site_key: demo.isOn ? demo.siteKey : null,
        voices: demo.isOn ? demo.voices().map(standardVoice) : [],
        max_text_chars: maxTextChars,
        sampling_rate: samplingRate,
        limits: {
          token_seconds: tokenSeconds,
          requests_per_token: requestsPerToken,
          characters_per_token: charactersPerToken,
        },
      },
    }),
  );

  app.post<{ Body: Static<typeof SessionBody> }>(
    '/demo/session',
    {
      bodyLimit: MAX_OPEN_JSON_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'createDemoSession',
        summary: 'Get a demo token for a passed challenge',
        description:
          'The token is valid for a few minutes and requests, and only from the address that requested it.',
        body: SessionBody,
        response: { 200: data(Session, 'The token'), ...errorResponses(403, 413, 415, 422, 429, 503) },
      },
      onRequest: refuseWhenOff,
    },
    async (request, reply) => {
      const { challenge_token: challengeToken } = request.body;
      const token = await demo.startSession(challengeToken, request.ip, hangUpSignal());
      reply.header('cache-control', 'no-store');
      return { data: { token, expires_in: tokenSeconds } };
    },
  );

  app.post<{ Body: Static<typeof SpeakBody>; Headers: Static<typeof SpeakHeaders> }>(
    '/demo/speak',
    {
      bodyLimit: MAX_OPEN_JSON_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'speakInDemo',
        summary: 'Speak a short text with a demo token',
        description:
          'Responds when the whole text is synthesized. An expired or used-up token is refused with 401.',
        headers: SpeakHeaders,
        body: SpeakBody,
        response: { 200: data(Speech, 'The speech'), ...errorResponses(401, 403, 413, 415, 422, 429, 503) },
      },
      onRequest: [
        refuseWhenOff,
        async (request) => {
          const { 'x-demo-token': token } = request.headers;
          const given = Array.isArray(token) ? token[0] : token;
          request.demoToken = await backoff.guard(request.ip, given ?? null, () =>
            demo.identify(given, request.ip),
          );
        },
      ],
    },
    async (request, reply) => {
      const { voice_id: voiceId, text, timestamps, ipa_key: ipaKey } = request.body;
      if (request.demoToken === null) throw new Error('The token was not looked at');
      const { wav, alignment, alignmentUnavailable } = await demo.speak(
        request.demoToken,
        { voiceId, text, timestamps, ipaKey },
        request.ip,
        hangUpSignal(),
      );
      reply.header('cache-control', 'no-store');
      return {
        data: {
          audio: Buffer.from(wav).toString('base64'),
          sampling_rate: samplingRate,
          ...(alignment && { alignment }),
          ...(alignmentUnavailable !== null && { alignment_unavailable: alignmentUnavailable }),
        },
      };
    },
  );
}
