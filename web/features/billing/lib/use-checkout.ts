import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { create } from 'zustand'
import { paths } from '#contract/paths.ts'
import { api, call } from '#web/lib/api.ts'
import { nextPathOf } from '#web/lib/safe-path.ts'
import { useSession } from '#web/lib/session.ts'
import { keepWayBack } from '#web/lib/way-back.ts'
import { type Choice, keyOf, queryOf } from './choice.ts'

/** How long the browser may take to leave before the buttons work again. */
const LEAVING_MS = 15_000

/** The purchase on its way; one for the whole app, so that no two buttons open two checkouts. */
const useBuying = create<{ key: string | null }>()(() => ({ key: null }))

const stopBuying = (): void => useBuying.setState({ key: null })

interface Order {
  choice: Choice
  /** A promotion code. */
  promotion: string | undefined
}

async function openCheckout({ choice, promotion }: Order): Promise<string> {
  const { url } =
    choice.kind === 'plan'
      ? await call(api.billing.checkoutSubscription, {
          body: { plan: choice.plan, period: choice.period, ...(promotion && { promotion }) },
        })
      : await call(api.billing.checkout, {
          query: { quantity: String(choice.quantity), ...(promotion && { promotion }) },
        })
  return url
}

export interface Checkout {
  /** Goes to the page where the choice is paid or confirmed; signed-out people register first. @param promotion a code */
  buy(choice: Choice, promotion?: string): void
  /** Whether this choice is on its way. */
  isBuying(choice: Choice): boolean
  /** Whether anything is; no other can be bought meanwhile. */
  isBusy: boolean
}

/** Buying plans and packs from any page. */
export function useCheckout(): Checkout {
  const { isLoggedIn } = useSession()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { key } = useBuying()

  const checkout = useMutation({
    mutationFn: openCheckout,
    onSuccess: (url) => {
      window.location.assign(url)
      setTimeout(stopBuying, LEAVING_MS)
    },
    onError: stopBuying,
  })

  // Who comes back by the browser's Back finds the page as it was left.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) stopBuying()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])

  function buy(choice: Choice, promotion?: string): void {
    // The pricing page was on the way from somewhere; a dialog opens where somebody works.
    const from =
      pathname === paths.pricing.pattern
        ? nextPathOf(new URLSearchParams(search))
        : `${pathname}${search}`
    if (!isLoggedIn) {
      const back = paths.pricing.link({
        ...queryOf(choice),
        promotion,
        nextUrl: from ?? undefined,
      })
      void navigate(paths.register.link({ nextUrl: back }))
      return
    }
    if (useBuying.getState().key !== null) return
    useBuying.setState({ key: keyOf(choice) })
    keepWayBack(from)
    checkout.mutate({ choice, promotion })
  }

  return { buy, isBuying: (choice) => key === keyOf(choice), isBusy: key !== null }
}
