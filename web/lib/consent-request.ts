import { create } from 'zustand'

/** What is asked: the consent to compare faces, or who is in the photos and studios of these ids. */
export type ConsentQuestion = { kind: 'faces' } | { kind: 'ages'; about: readonly string[] }

interface Asked {
  question: ConsentQuestion | null
  /** Ends the question; null while nothing is asked. */
  answer: ((isGiven: boolean) => void) | null
}

const useAsked = create<Asked>()(() => ({ question: null, answer: null }))

/** Of calls that were refused at once for the same, all wait for one answer. */
let open: { key: string; answered: Promise<boolean> } | null = null

/** Asks the person in a dialog over the page; another question waits for its turn. @returns whether it was given */
export async function askForConsent(
  question: ConsentQuestion = { kind: 'faces' },
): Promise<boolean> {
  const key = JSON.stringify(question)
  if (open !== null && open.key !== key) {
    await open.answered
    return askForConsent(question)
  }
  open ??= {
    key,
    answered: new Promise<boolean>((resolve) => {
      useAsked.setState({
        question,
        answer(isGiven) {
          open = null
          useAsked.setState({ question: null, answer: null })
          resolve(isGiven)
        },
      })
    }),
  }
  return open.answered
}

/** The question that is open, and what ends it; null while nothing is asked. */
export const useConsentRequest = (): Asked => useAsked()
