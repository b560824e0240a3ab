import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useSession } from '#web/lib/session.ts'

/** A link to the plans and packs inside a text; nothing, its words included, for an account that may not buy. */
export function PlansLink({
  to = paths.pricing.link(),
  children,
}: {
  to?: string
  children?: ReactNode
}) {
  const { canBuy } = useSession()
  if (!canBuy) return null
  return (
    <Anchor component={Link} to={to} inherit>
      {children}
    </Anchor>
  )
}
