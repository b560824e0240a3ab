import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { OperatorError, withFile } from '#lib/operator-error.ts'

/** Below the range from which systems number outgoing connections. */
const LOWEST = 20_000
const HIGHEST = 32_000

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

export async function pickPort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST)
    if (await isPortFree(port)) return port
  }
  throw new OperatorError('No free port for PostgreSQL was found on 127.0.0.1.')
}

/** The port of the last start, kept so that pools find the database again after a restart. */
export function readPort(file: string): number | null {
  if (!existsSync(file)) return null
  const port = Number(readFileSync(file, 'utf8'))
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : null
}

export function writePort(file: string, port: number): void {
  withFile(file, () => writeFileSync(file, String(port), { mode: 0o600 }))
}
