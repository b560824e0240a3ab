import { redirect } from 'react-router'
import { requireFeature } from '../gates.ts'
import { paths } from '#contract/paths.ts'
import type { Route } from './+types/explore-images-moved.ts'

/** `/inspire/images/` is the feed. */
export function loader({ url, context }: Route.LoaderArgs): Response {
  requireFeature(context, 'explore_images')
  return redirect(`${paths.exploreImages.link()}${url.search}`, 301)
}
