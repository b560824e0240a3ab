import { redirect } from 'react-router'
import { requireFeature } from '../gates.ts'
import { paths } from '../paths.ts'
import type { Route } from './+types/headshots.ts'

/** Headshots are among one's own images, which can be narrowed to them. */
export function loader({ context }: Route.LoaderArgs): Response {
  requireFeature(context, 'professional_headshots')
  return redirect(`${paths.library.link()}?type=PHS`)
}

export default function Headshots() {
  return null
}
