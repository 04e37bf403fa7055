interface LiveKitPlace {
  readonly port: number;
  /** For media. */
  readonly udpPort: number;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** Configuration of a LiveKit server that is reachable on loopback only, for benchmarks and tests. */
export function livekitConfig({ port, udpPort, apiKey, apiSecret }: LiveKitPlace) {
  return {
    port,
    bind_addresses: ['127.0.0.1'],
    rtc: {
      // Media over TCP would listen on every address.
      tcp_port: 0,
      udp_port: udpPort,
      use_external_ip: false,
      node_ip: '127.0.0.1',
      enable_loopback_candidate: true,
      use_mdns: false,
      interfaces: { includes: ['lo'] },
      ips: { includes: ['127.0.0.1/32'] },
    },
    turn: { enabled: false },
    room: { auto_create: true, empty_timeout: 30, departure_timeout: 7 },
    keys: { [apiKey]: apiSecret },
    logging: { level: 'warn', pion_level: 'error' },
  };
}
