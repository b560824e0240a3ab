import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { LaunchOptions } from '@playwright/test'
import chromium from '@sparticuz/chromium'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The Chromium that comes inside an npm package, unpacked once into `.cache/` (about 200 MB).
 * The package unpacks into the system's temporary folder and takes whatever lies there for whole;
 * here it gets a folder of its own which is moved into place only when it is complete, so that a
 * killed run or a second user leaves nothing broken behind.
 */
async function unpackedChromium(): Promise<string> {
  const manifest = new URL('../../node_modules/@sparticuz/chromium/package.json', import.meta.url)
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
  const folder = `${root}.cache/chromium-${version}`
  const executable = `${folder}/chromium`
  if (existsSync(executable)) return executable

  const partial = `${folder}.${process.pid}`
  const previous = process.env['TMPDIR']
  await mkdir(partial, { recursive: true })
  try {
    process.env['TMPDIR'] = partial
    await chromium.executablePath()
    await rename(partial, folder)
  } catch (error) {
    // Another process may have been first; its copy is as good.
    if (!existsSync(executable)) throw error
  } finally {
    if (previous === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = previous
    await rm(partial, { recursive: true, force: true })
  }
  return executable
}

/**
 * Options that start this Chromium headless, as root and inside containers too.
 * It must not be `--single-process` (the package's own default): a crashed page would end the browser.
 */
export async function chromiumLaunch(): Promise<LaunchOptions> {
  return {
    executablePath: await unpackedChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
  }
}
