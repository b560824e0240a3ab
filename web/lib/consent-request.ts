import { create } from 'zustand'

interface Asked {
  /** Ends the question; null while nothing is asked. */
  answer: ((isGiven: boolean) => void) | null
}

const useAsked = create<Asked>()(() => ({ answer: null }))

/** Of calls that were refused at once, all wait for one answer. */
let open: Promise<boolean> | null = null

/** Asks the person for their consent to compare faces, in a dialog over the page. @returns whether it was given */
export function askForConsent(): Promise<boolean> {
  open ??= new Promise<boolean>((resolve) => {
    useAsked.setState({
      answer(isGiven) {
        open = null
        useAsked.setState({ answer: null })
        resolve(isGiven)
      },
    })
  })
  return open
}

/** What ends the question that is open; null while nothing is asked. */
export const useConsentRequest = (): Asked['answer'] => useAsked(({ answer }) => answer)
