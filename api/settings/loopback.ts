/** True for names and addresses that only this machine can reach (RFC 1122 127/8, RFC 4291 ::1). */
export function isLoopback(hostName: string): boolean {
  return hostName === 'localhost' || hostName === '::1' || /^127(\.\d{1,3}){3}$/.test(hostName);
}
