import { describe, expect, it } from 'vitest'
import { answerTo, recipientsOf } from './choice.ts'

const HERE = 'atelier.example'
const NOTHING = { pageViews: null, errors: null, chat: null }
const ALL = {
  pageViews: { url: 'https://stats.example/api/event', site: null },
  errors: { dsn: 'https://key@errors.example/7', tunnel: null },
  chat: { url: 'https://chat.example/embed?locale={language}' },
}

describe('recipients', () => {
  it('are the hosts by class, each once', () => {
    expect(recipientsOf(ALL, HERE)).toEqual({
      statistics: ['stats.example', 'errors.example'],
      support: ['chat.example'],
    })
    const one = { ...ALL, errors: { dsn: 'https://key@stats.example/7', tunnel: null } }
    expect(recipientsOf(one, HERE).statistics).toEqual(['stats.example'])
  })

  it('are this site for its own addresses, and nobody for nothing', () => {
    const sink = {
      pageViews: { url: '/dev/telemetry/api/event', site: null },
      errors: { dsn: 'https://sink@localhost/1', tunnel: '/dev/telemetry/envelope' },
      chat: { url: '/dev/telemetry/chat' },
    }
    expect(recipientsOf(sink, HERE)).toEqual({ statistics: [HERE], support: [HERE] })
    expect(recipientsOf(NOTHING, HERE)).toEqual({})
  })
})

describe('an answer', () => {
  const recipients = recipientsOf(ALL, HERE)
  const answers = {
    statistics: { allowed: true, to: 'stats.example errors.example' },
    support: { allowed: false, to: 'chat.example' },
  }

  it('holds for the class and the recipients that it was about', () => {
    expect(answerTo(answers, recipients, 'statistics')).toBe(true)
    expect(answerTo(answers, recipients, 'support')).toBe(false)
    expect(answerTo({}, recipients, 'statistics')).toBeNull()
  })

  it('is asked for again when another service receives it', () => {
    const other = recipientsOf(
      { ...ALL, errors: { dsn: 'https://key@other.example/7', tunnel: null } },
      HERE,
    )
    expect(answerTo(answers, other, 'statistics')).toBeNull()
    expect(answerTo(answers, other, 'support')).toBe(false)
  })
})
