import type { Attributes, AttributeValue } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';
import { VERSION } from './version.ts';

/** Names of the standard variables. Either of the first two enables tracing. */
const ENDPOINTS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const;

/** Text attributes that never contain speech or text of users. Numbers and flags always pass. */
const HARMLESS: ReadonlySet<string> = new Set([
  'parley.transport',
  'parley.lang',
  'parley.outcome',
  'lk.speech_id',
  'lk.generation_id',
  'lk.parent_generation_id',
  'lk.eou.source',
  'lk.eou.language',
  'lk.function_tool.name',
  'gen_ai.operation.name',
  'gen_ai.provider.name',
  'gen_ai.request.model',
  'gen_ai.response.model',
  'gen_ai.response.finish_reasons',
  'gen_ai.conversation.id',
  'gen_ai.tool.name',
  'gen_ai.tool.type',
  'exception.type',
]);

/** The standard variable with which an operator wants to see words in traces. */
const WITH_WORDS = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT';

/** Active tracing. */
export interface Tracing {
  /** Sends pending spans. Never throws. */
  close(): Promise<void>;
}

/**
 * Sends traces to a collector in OpenTelemetry's protocol (OTLP over HTTP), according to the standard variables
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/): endpoint, headers, sampler,
 * resource attributes, and `OTEL_SDK_DISABLED`. An utterance is one trace, and so is a turn of a conversation. What is
 * said or written leaves the process only if `OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT` is `true`.
 * @returns null when no endpoint is set; nothing is loaded then
 */
export async function openTracing(env: NodeJS.ProcessEnv = process.env): Promise<Tracing | null> {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return null;
  if (!ENDPOINTS.some((name) => env[name])) return null;
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, resources, { telemetry }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-proto'),
      import('@opentelemetry/resources'),
      import('@livekit/agents'),
    ]);
  const resource = resources
    .defaultResource()
    .merge(resources.resourceFromAttributes({ 'service.name': 'parley', 'service.version': VERSION }))
    // Last, so that OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence.
    .merge(resources.detectResources({ detectors: [resources.envDetector] }));
  const exporter = new OTLPTraceExporter();
  const hasWords = env[WITH_WORDS]?.toLowerCase() === 'true';
  const provider = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(hasWords ? exporter : withoutWords(exporter))],
  });
  provider.register();
  // The framework has a tracer of its own, which adds the stages of each turn.
  telemetry.setTracerProvider(provider);
  return { close: () => provider.shutdown().catch(() => undefined) };
}

/** Wraps an exporter so that it gets no attribute that may contain what somebody said or wrote. */
function withoutWords(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(withoutWordsIn), done),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}

function withoutWordsIn(span: ReadableSpan): ReadableSpan {
  const events = span.events.map((event) => ({ ...event, attributes: harmless(event.attributes ?? {}) }));
  // A span's methods and the rest of its fields stay as they are.
  return Object.create(span, {
    attributes: { value: harmless(span.attributes), enumerable: true },
    events: { value: events, enumerable: true },
    // The status message may quote errors.
    status: { value: { code: span.status.code }, enumerable: true },
  }) as ReadableSpan;
}

function harmless(attributes: Attributes): Attributes {
  const isHarmless = (name: string, value: AttributeValue | undefined): boolean =>
    typeof value === 'number' || typeof value === 'boolean' || HARMLESS.has(name);
  return Object.fromEntries(Object.entries(attributes).filter(([name, value]) => isHarmless(name, value)));
}
