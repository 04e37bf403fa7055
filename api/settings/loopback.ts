/** Whether only this machine can reach a name or address (RFC 1122 127/8, RFC 4291 ::1). */
export function isLoopback(hostName: string): boolean {
  return hostName === 'localhost' || hostName === '::1' || /^127(\.\d{1,3}){3}$/.test(hostName);
}
