import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import type { Db, Tx } from '../db/index.ts'
import { createMailer, MAIL_LANE, type MailJob, type Mailer } from './mailer.ts'
import { renderMail } from './render-mail.ts'

const log = pino({ level: 'silent' })
const SITE = { name: 'Atelier & <Friends>', language: 'en' }
const MAIL = renderMail(SITE, {
  to: 'person@example.com',
  subject: 'Confirm <you>',
  paragraphs: ['First paragraph.', 'With "quotes" & <tags>.'],
  button: { label: 'Go on', url: 'https://example.com/verify-email?key=a&b=c' },
  notes: ['A note.'],
})

/** What an SMTP server answers to a command; the rest is accepted. */
type Answers = Partial<Record<'RCPT' | 'DATA' | 'END', string>>

const open: (Server | Mailer)[] = []
afterEach(() => {
  for (const thing of open.splice(0)) thing.close()
})

async function startSmtp(answers: Answers = {}): Promise<{ url: string; messages: string[] }> {
  const messages: string[] = []
  const talk = (socket: Socket) => {
    let message: string[] | null = null
    let rest = ''
    socket.write('220 ready\r\n')
    socket.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (message && line !== '.') {
          message.push(line)
          continue
        }
        if (message) {
          messages.push(message.join('\n'))
          message = null
          socket.write(`${answers.END ?? '250 taken'}\r\n`)
          continue
        }
        const command = line.slice(0, 4).toUpperCase()
        if (command === 'DATA') message = []
        if (command === 'QUIT') socket.end('221 bye\r\n')
        else if (command === 'DATA') socket.write('354 go on\r\n')
        else socket.write(`${(command === 'RCPT' && answers.RCPT) || '250 fine'}\r\n`)
      }
    })
    socket.on('error', () => {})
  }
  const server = createServer(talk)
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, messages }
}

function start(smtpUrl: string | null) {
  const sent: { lane: string; data: object; key: string }[] = []
  const mailer = createMailer({
    settings: () => ({ smtpUrl, from: 'Atelier <no-reply@atelier.example>' }),
    db: {} as Db,
    queue: {
      async send(_tx, lane, data, { singletonKey }) {
        sent.push({ lane, data, key: singletonKey })
      },
    },
    log,
  })
  open.push(mailer)
  return { mailer, sent }
}

describe('with a mail server', () => {
  test('a mail that may be ended says by which address, and others do not', async () => {
    const smtp = await startSmtp()
    const { mailer } = start(smtp.url)
    const unsubscribe = 'https://example.com/unsubscribe/token'
    await mailer.deliver({ id: 'one', mail: { ...MAIL, unsubscribe } })
    await mailer.deliver({ id: 'two', mail: MAIL })
    expect(smtp.messages[0]).toContain(`List-Unsubscribe: <${unsubscribe}>`)
    expect(smtp.messages[0]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(smtp.messages[1]).not.toContain('List-Unsubscribe')
  })

  test('a mail waits in the lane and is delivered from there, under one Message-ID', async () => {
    const smtp = await startSmtp()
    const { mailer, sent } = start(smtp.url)
    await mailer.send({} as Tx, MAIL)
    expect(sent).toEqual([
      { lane: MAIL_LANE, data: { id: expect.any(String), mail: MAIL }, key: expect.any(String) },
    ])
    const job = JSON.parse(JSON.stringify(sent[0]!.data)) as MailJob
    await mailer.deliver(job)
    await mailer.deliver(job)
    expect(smtp.messages).toHaveLength(2)
    for (const message of smtp.messages) {
      expect(message).toContain(`Message-ID: <${job.id}@atelier.example>`)
      expect(message).toMatch(/^To: .*person@example\.com/m)
      expect(message).toMatch(/^From: "Atelier & <Friends>" <no-reply@atelier\.example>/m)
      expect(message).toContain('multipart/alternative')
    }
  })

  test('what the server may take later is tried again, what it never takes is not', async () => {
    const job: MailJob = { id: 'a', mail: MAIL }
    const later = start((await startSmtp({ RCPT: '451 come back later' })).url)
    await expect(later.mailer.deliver(job)).rejects.toThrow('451')
    const never = start((await startSmtp({ RCPT: '550 no such person' })).url)
    await expect(never.mailer.deliver(job)).resolves.toBeUndefined()
    const content = start((await startSmtp({ END: '554 refused' })).url)
    await expect(content.mailer.deliver(job)).resolves.toBeUndefined()
    const away = start('smtp://127.0.0.1:1')
    await expect(away.mailer.deliver(job)).rejects.toThrow('ECONNREFUSED')
  })

  test('a mail by which a server is tried goes to that server, and not to the one in use', async () => {
    const [used, tried] = [await startSmtp(), await startSmtp()]
    const { mailer } = start(used.url)
    const settings = { smtpUrl: tried.url, from: 'moon@example.org' }
    expect(await mailer.sendNow(MAIL, settings)).toBe('sent')
    expect(used.messages).toEqual([])
    expect(tried.messages[0]).toContain('<moon@example.org>')
  })

  test('an address cannot add recipients or headers', async () => {
    const smtp = await startSmtp()
    const { mailer } = start(smtp.url)
    const to = 'a@example.com\r\nBcc: b@example.com'
    await mailer
      .deliver({ id: 'a', mail: { ...MAIL, to, subject: 'Hi\r\nX-Evil: 1' } })
      .catch(() => undefined)
    for (const message of smtp.messages) {
      expect(message).not.toMatch(/^(Bcc|X-Evil):/m)
    }
  })
})

describe('a mail', () => {
  test('says the same as text and as HTML, with everything escaped', () => {
    expect(MAIL.text).toContain('With "quotes" & <tags>.')
    expect(MAIL.text).toContain('Go on:\nhttps://example.com/verify-email?key=a&b=c')
    expect(MAIL.html).toContain('With &quot;quotes&quot; &amp; &lt;tags&gt;.')
    expect(MAIL.html).toContain('href="https://example.com/verify-email?key=a&amp;b=c"')
    expect(MAIL.html).not.toContain('<tags>')
    expect(MAIL.html).not.toContain('<Friends>')
    expect(MAIL.links).toEqual(['https://example.com/verify-email?key=a&b=c'])
  })
})
