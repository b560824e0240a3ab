import { useEffect } from 'react'
import { create } from 'zustand'
import type { Telemetry } from '#contract/site.ts'
import { readCookie, writeCookie } from '#web/lib/cookies.ts'

/** What a visitor is asked about. What is necessary is not asked. */
export const DATA_CLASSES = ['statistics', 'support'] as const
export type DataClass = (typeof DATA_CLASSES)[number]

/** Who receives what, by class: hosts. A class that nothing is configured for is missing. */
export type Recipients = Partial<Record<DataClass, string[]>>

interface Answer {
  allowed: boolean
  /** Whom the visitor was told of: others need another answer. */
  to: string
}
export type Answers = Partial<Record<DataClass, Answer>>

const COOKIE = 'privacyChoice'
/** Then the visitor is asked again. */
const LIFETIME_SECONDS = 180 * 86_400

/** @param here the host of this site, which addresses without a host belong to */
export function recipientsOf({ pageViews, errors, chat }: Telemetry, here: string): Recipients {
  const hostOf = (url: string) => new URL(url, `http://${here}`).host
  const statistics = [pageViews?.url, errors?.tunnel ?? errors?.dsn].flatMap((url) =>
    url === undefined ? [] : [hostOf(url)],
  )
  return {
    ...(statistics.length > 0 && { statistics: [...new Set(statistics)] }),
    ...(chat && { support: [hostOf(chat.url)] }),
  }
}

const namesOf = (recipients: Recipients, asked: DataClass): string =>
  (recipients[asked] ?? []).join(' ')

/** @returns null where this class has not been answered for these recipients */
export function answerTo(
  answers: Answers,
  recipients: Recipients,
  asked: DataClass,
): boolean | null {
  const answer = answers[asked]
  return answer && answer.to === namesOf(recipients, asked) ? answer.allowed : null
}

/** What was answered in this browser; nothing for a cookie that somebody has bent. */
export function readAnswers(): Answers {
  try {
    const read = JSON.parse(readCookie(COOKIE) ?? '{}') as unknown
    return typeof read === 'object' && read !== null ? read : {}
  } catch {
    return {}
  }
}

/** Asks the cookie each time: another tab may have changed it since. */
export const isAllowed = (recipients: Recipients, asked: DataClass): boolean =>
  answerTo(readAnswers(), recipients, asked) === true

const useAnswers = create<{ answers: Answers }>()(() => ({ answers: readAnswers() }))

const takeOver = () => useAnswers.setState({ answers: readAnswers() })

/** What the visitor has answered, and what stores another answer. */
export function useChoice(recipients: Recipients): {
  answerTo(asked: DataClass): boolean | null
  /** Answers for every class that is configured; one that is not named stays as it is. */
  choose(allowed: Partial<Record<DataClass, boolean>>): void
} {
  const { answers } = useAnswers()
  useEffect(() => {
    // Answered in another tab.
    document.addEventListener('visibilitychange', takeOver)
    return () => document.removeEventListener('visibilitychange', takeOver)
  }, [])
  return {
    answerTo: (asked) => answerTo(answers, recipients, asked),
    choose(allowed) {
      const next = { ...readAnswers() }
      for (const asked of DATA_CLASSES) {
        const answer = allowed[asked]
        if (answer !== undefined && recipients[asked])
          next[asked] = { allowed: answer, to: namesOf(recipients, asked) }
      }
      writeCookie(COOKIE, JSON.stringify(next), LIFETIME_SECONDS)
      takeOver()
    },
  }
}
