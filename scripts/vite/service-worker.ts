import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCE = join(import.meta.dirname, '../../web/app/service-worker.js')

/**
 * Writes the service worker of a build, with the version by which the pages know themselves: browsers fetch it again when
 * that changes.
 * @param client folder of what browsers are given
 */
export function writeServiceWorker(client: string): void {
  const assets = join(client, 'assets')
  // The route of the web app manifest has a file of that name too.
  const text = readdirSync(assets)
    .filter((name) => name.startsWith('manifest-'))
    .map((name) => readFileSync(join(assets, name), 'utf8'))
    .find((one) => one.includes('__reactRouterManifest'))
  const version = /"version":"([^"]+)"/.exec(text ?? '')?.[1]
  if (version === undefined) throw new Error('The build has no manifest that names its version')
  const code = readFileSync(SOURCE, 'utf8')
  writeFileSync(
    join(client, 'service-worker.js'),
    `const VERSION = ${JSON.stringify(version)}\n${code}`,
  )
}
