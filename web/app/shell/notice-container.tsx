import { Notifications } from '@mantine/notifications'

/** Not at the right: there are the account and, in the viewer, the way out, which an Undo would cover for 8 s. */
export function NoticeContainer() {
  return <Notifications autoClose={4000} limit={5} position="top-center" />
}
