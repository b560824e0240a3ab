import { Avatar } from '@mantine/core'
import type { Me } from '#contract/users.ts'

/** The person's initial. */
export function AccountAvatar({ me }: { me: Me }) {
  return <Avatar color="pink" variant="light" name={me.first_name || me.email} size={40} />
}
