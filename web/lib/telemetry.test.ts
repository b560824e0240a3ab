import { afterEach, describe, expect, it, vi } from 'vitest'

/** The module as a browser or the server loads it. */
async function load(where: 'browser' | 'server') {
  vi.resetModules()
  vi.stubGlobal('document', where === 'browser' ? {} : undefined)
  return await import('./telemetry.ts')
}

function notes() {
  const heard: unknown[] = []
  return {
    heard,
    receiver: {
      pageView: (path: string) => heard.push(path),
      event: (name: string, properties?: object) => heard.push([name, properties]),
      report: (error: unknown) => heard.push(error),
    },
  }
}

afterEach(() => vi.unstubAllGlobals())

describe('telemetry', () => {
  it('keeps what a page tells before its visitor is known to allow it, and then lets it out once', async () => {
    const { telemetry, setTelemetry } = await load('browser')
    const first = notes()
    const second = notes()
    const error = new Error('early')
    telemetry.pageView('/pricing')
    telemetry.event('register', { successful: true })
    telemetry.report(error)
    setTelemetry(first.receiver)
    telemetry.pageView('/faq')
    expect(first.heard).toEqual(['/pricing', ['register', { successful: true }], error, '/faq'])
    setTelemetry(second.receiver)
    expect(second.heard).toEqual([])
  })

  it('forgets it for who does not allow it, later too', async () => {
    const { telemetry, setTelemetry } = await load('browser')
    const { heard, receiver } = notes()
    telemetry.pageView('/pricing')
    setTelemetry(null)
    telemetry.pageView('/faq')
    setTelemetry(receiver)
    expect(heard).toEqual([])
  })

  it('keeps no more than fifty', async () => {
    const { telemetry, setTelemetry } = await load('browser')
    const { heard, receiver } = notes()
    for (let count = 0; count < 80; count += 1) telemetry.pageView(`/${count}`)
    setTelemetry(receiver)
    expect(heard).toHaveLength(50)
  })

  it('keeps nothing on the server, which renders for everybody', async () => {
    const { telemetry, setTelemetry } = await load('server')
    const { heard, receiver } = notes()
    telemetry.report(new Error('of one person'))
    setTelemetry(receiver)
    expect(heard).toEqual([])
  })
})
