import { useLocation } from 'react-router'
import { useSession } from './session.ts'

/** The page and the person. Menus and dialogs belong to both, and are gone when either changes. */
export function useWhere(): string {
  const { key } = useLocation()
  const { me } = useSession()
  return `${key} ${me?.id ?? ''}`
}
