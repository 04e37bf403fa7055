import { Protocol, type RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
  LATEST_PROTOCOL_VERSION,
  McpError,
  type Notification,
  type Request,
  type Result,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { isRecord } from '../../media/json.ts';

const AnyResult = z.looseObject({});
export type AnyResult = z.infer<typeof AnyResult>;

/** Values that may be sent back as a header. */
const VERSION = /^[\w.-]{1,32}$/;

/**
 * An MCP client that reads results leniently. The library's own checks every field of a result at once and compiles the
 * schemas that a server sent. The server's requests are answered: `ping`, and others as unknown methods.
 */
export class McpClient extends Protocol<Request, Notification, Result> {
  /** @throws McpError when the server refuses */
  async handshake(transport: Transport, options: RequestOptions): Promise<void> {
    await this.connect(transport);
    const version = await this.#initialize(options);
    transport.setProtocolVersion?.(version);
    await this.notification({ method: 'notifications/initialized' });
  }

  ask(method: string, params: Record<string, unknown>, options: RequestOptions): Promise<AnyResult> {
    return this.request({ method, params }, AnyResult, options);
  }

  /**
   * Negotiates the version. An unknown version is accepted, because listing and calling tools is the same in all
   * versions so far.
   * @returns the version to use
   */
  async #initialize(options: RequestOptions): Promise<string> {
    const initialize = (protocolVersion: string) =>
      this.ask(
        'initialize',
        { protocolVersion, capabilities: {}, clientInfo: { name: 'parley', version: '1' } },
        options,
      );
    const result = await initialize(LATEST_PROTOCOL_VERSION).catch((error: unknown) => {
      // Some servers refuse a version instead of naming theirs.
      const version = offeredVersion(error);
      if (version === undefined) throw error;
      return initialize(version);
    });
    const { protocolVersion: version } = result;
    return typeof version === 'string' && VERSION.test(version)
      ? version
      : DEFAULT_NEGOTIATED_PROTOCOL_VERSION;
  }

  // The server's answer shows whether it supports the request, so its announced capabilities are not checked.
  protected override assertCapabilityForMethod(): void {}
  protected override assertNotificationCapability(): void {}
  protected override assertRequestHandlerCapability(): void {}
  protected override assertTaskCapability(): void {}
  protected override assertTaskHandlerCapability(): void {}
}

/** Returns the newest version known here that a refusal offers instead. */
function offeredVersion(error: unknown): string | undefined {
  const data = error instanceof McpError ? error.data : undefined;
  const supported: unknown = isRecord(data) ? data.supported : undefined;
  if (!Array.isArray(supported)) return undefined;
  return SUPPORTED_PROTOCOL_VERSIONS.find(
    (version) => version !== LATEST_PROTOCOL_VERSION && supported.includes(version),
  );
}
