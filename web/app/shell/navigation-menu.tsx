import { IconChevronDown } from '@tabler/icons-react'
import { NavLink } from 'react-router'
import type { NavbarLink } from '#contract/site.ts'
import { DeferredMenu, type TakenOver } from '#web/ui/deferred-menu.tsx'
import classes from './header.module.css'

/** A configured group of links: a menu of its sub-links, or one plain link. */
export function NavigationMenu({ group }: { group: NavbarLink }) {
  if (!group.links?.length) {
    return (
      <NavLink to={group.link} className={classes.link}>
        {group.label}
      </NavLink>
    )
  }
  const load = async () => {
    const { NavigationLinks } = await import('./navigation-links.tsx')
    return (taken: TakenOver) => <NavigationLinks group={group} {...taken} />
  }
  return (
    <DeferredMenu load={load} props={{}} className={classes.link}>
      {group.label}
      <IconChevronDown size={16} aria-hidden="true" style={{ marginInlineStart: 4 }} />
    </DeferredMenu>
  )
}
