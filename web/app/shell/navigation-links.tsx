import { Menu, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { NavbarLink } from '#contract/site.ts'
import { focusOf, type TakenOver } from '#web/ui/deferred-menu.tsx'
import classes from './header.module.css'
import { useOpenOnPage } from './use-open-on-page.ts'

/** A configured group of links as a menu. */
export function NavigationLinks({
  group,
  startsOpen,
  startsFocused,
}: { group: NavbarLink } & TakenOver) {
  const [isOpen, setOpen] = useOpenOnPage(startsOpen)
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-start" width={300}>
      <Menu.Target>
        <UnstyledButton className={classes.link} ref={focusOf(startsFocused)}>
          {group.label}
          <IconChevronDown size={16} aria-hidden="true" style={{ marginInlineStart: 4 }} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {group.links?.map(({ label, link, description }) => (
          <Menu.Item key={link} component={Link} to={link}>
            <Text fw={700}>{label}</Text>
            <Text size="xs" c="dimmed">
              {description}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
