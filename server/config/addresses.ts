/** Whether only this machine can reach `host`. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    /^127\.[\d.]+$/.test(name)
  )
}

/** `http://HOST:PORT`, with the brackets of an IPv6 address. */
export function httpAddress(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Names of the host that listen at all addresses of the machine. */
export const EVERY_ADDRESS = new Set(['0.0.0.0', '::'])

/** Address at which this process reaches itself. */
export function ownAddress({ host, port }: { host: string; port: number }): string {
  return httpAddress(EVERY_ADDRESS.has(host) ? '127.0.0.1' : host, port)
}
