import { redirect } from 'react-router'
import { requireFeature } from '../gates.ts'
import { paths } from '#contract/paths.ts'
import type { Route } from './+types/explore-models-moved.ts'

/** `/inspire/models/?id=` is the page of that model; without an id, all of them. */
export function loader({ url, context }: Route.LoaderArgs): Response {
  requireFeature(context, 'explore_models')
  const id = url.searchParams.get('id')
  const page =
    id === null ? paths.exploreModels.link() : paths.exploreModel.link(encodeURIComponent(id))
  return redirect(page, 301)
}
