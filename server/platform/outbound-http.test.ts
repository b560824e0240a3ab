import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createOutbound, type Outbound, OutboundError } from './outbound-http.ts'
import { isPublicAddress } from './public-address.ts'

const open: (Server | Outbound)[] = []
afterEach(async () => {
  for (const thing of open.splice(0)) {
    if ('send' in thing) await thing.close()
    else {
      thing.closeAllConnections()
      await new Promise((resolve) => thing.close(resolve))
    }
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function client(...allowedUrls: string[]): Outbound {
  const outbound = createOutbound({ allowedUrls })
  open.push(outbound)
  return outbound
}

async function faultOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  return error instanceof OutboundError ? error.fault : `not an OutboundError: ${String(error)}`
}

describe('addresses', () => {
  test.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '2002:7f00:1::',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    'localhost',
    '',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  test('private ones are refused however they are written, and the server hears nothing', async () => {
    let calls = 0
    const base = await serve((_request, response) => {
      calls += 1
      response.end('secret')
    })
    const port = new URL(base).port
    const outbound = client()
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '2130706433',
      '0x7f.1',
      '127.1',
      '0.0.0.0',
      '017700000001',
    ]) {
      expect([host, await faultOf(outbound.send(`http://${host}:${port}/`))]).toEqual([
        host,
        'refused_address',
      ])
    }
    expect(calls).toBe(0)
  })

  test.each([
    'http://169.254.169.254',
    'http://2852039166',
    'http://[fe80::1]',
    'http://[::ffff:169.254.169.254]',
    'http://[fd00:ec2::254]',
    'http://100.100.100.200',
    'http://metadata.google.internal',
  ])('%s is never called, however it is configured', async (url) => {
    expect(await faultOf(client(url).send(`${url}/latest/meta-data/`))).toBe('refused_address')
  })

  test('only the configured host and port is let through', async () => {
    const configured = await serve((_request, response) => response.end('fine'))
    const other = await serve((_request, response) => response.end('secret'))
    const outbound = client(`${configured}/path`)
    expect((await outbound.send(`${configured}/else`)).bytes.toString()).toBe('fine')
    expect(await faultOf(outbound.send(other))).toBe('refused_address')
  })

  test.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'no address',
    'http://user:pass@example.com/',
  ])('%s is no address to call', async (url) => {
    expect(await faultOf(client().send(url))).toBe('bad_url')
  })
})

describe('redirects', () => {
  test('are followed, and judged again', async () => {
    const hidden = await serve((_request, response) => response.end('secret'))
    const base = await serve((request, response) => {
      const to = { '/a': '/b', '/private': hidden, '/file': 'file:///etc/passwd' }[
        request.url ?? ''
      ]
      if (to) response.writeHead(302, { location: to })
      response.end('end')
    })
    const outbound = client(base)
    const answer = await outbound.send(`${base}/a`)
    expect([answer.bytes.toString(), answer.url]).toEqual(['end', `${base}/b`])
    expect(await faultOf(outbound.send(`${base}/private`))).toBe('refused_address')
    expect(await faultOf(outbound.send(`${base}/file`))).toBe('bad_url')
  })

  test('secrets are not carried to another origin, and a POST becomes a GET', async () => {
    const seen: { method?: string; authorization?: string; body: string }[] = []
    const target = await serve((request, response) => {
      seen.push({
        method: request.method!,
        authorization: request.headers.authorization!,
        body: '',
      })
      response.end()
    })
    const base = await serve((_request, response) =>
      response.writeHead(303, { location: target }).end(),
    )
    await client(base, target).send(base, {
      method: 'POST',
      body: 'x',
      headers: { Authorization: 'Bearer secret' },
    })
    expect(seen).toEqual([{ method: 'GET', authorization: undefined, body: '' }])
  })

  test('without end are given up', async () => {
    const base = await serve((_request, response) =>
      response.writeHead(302, { location: '/' }).end(),
    )
    expect(await faultOf(client(base).send(base))).toBe('too_many_redirects')
  })
})

describe('limits', () => {
  test('size, also without a content length', async () => {
    const base = await serve((_request, response) => {
      const timer = setInterval(() => response.write('a'.repeat(1000)), 1)
      response.on('close', () => clearInterval(timer))
    })
    expect(await faultOf(client(base).send(base, { maxBytes: 5000 }))).toBe('too_large')
  })

  test('time, for a server that says nothing and one that trickles', async () => {
    const base = await serve((request, response) => {
      if (request.url === '/silent') return
      const timer = setInterval(() => response.write('a'), 20)
      response.on('close', () => clearInterval(timer))
    })
    const outbound = client(base)
    for (const path of ['/silent', '/slow']) {
      expect(await faultOf(outbound.send(base + path, { timeoutMs: 150 }))).toBe('timeout')
    }
  })

  test('an abort, an unreachable host and what is no JSON', async () => {
    const base = await serve((request, response) => {
      if (request.url === '/html') response.end('<html>')
    })
    const outbound = client(base, 'http://127.0.0.1:1')
    const aborted = outbound.send(`${base}/silent`, { signal: AbortSignal.timeout(50) })
    expect(await faultOf(aborted)).toBe('aborted')
    expect(await faultOf(outbound.send('http://127.0.0.1:1/'))).toBe('unreachable')
    const html = await outbound.send(`${base}/html`)
    expect(() => html.json()).toThrow(OutboundError)
  })
})
