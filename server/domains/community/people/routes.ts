import { brandOfHost } from '#brands/index.ts'
import { api } from '#contract/index.ts'
import { type Caller, Reply, route, type Route } from '#server/platform/route.ts'
import type { CommunityDeps } from '../deps.ts'
import { type Viewer, viewerOf } from '../viewer.ts'
import { addComment, changeComment, listComments, removeComment } from './comments.ts'
import { changeProfile, readProfile } from './creators.ts'
import { setLike } from './likes.ts'
import { keepFavorite, listFavorites, readFavorite, removeFavorite } from './favorites.ts'
import { endRelation, listRelated, relate } from './relations.ts'
import { remix } from './remix.ts'
import { search } from './search.ts'

type SignedIn = Viewer & { userId: string }

/** Routes of what people say to what is published, of profiles and of the search. */
export const createPeopleRoutes = (deps: CommunityDeps): Route[] => [
  ...reactionRoutes(deps),
  ...favoriteRoutes(deps),
  ...commentRoutes(deps),
  ...relationRoutes(deps, api.follows, 'community_follows'),
  ...relationRoutes(deps, api.blocks, 'community_blocks'),
  ...profileRoutes(deps),
]

async function signedIn({ db }: CommunityDeps, caller: Caller): Promise<SignedIn> {
  return { ...(await viewerOf(db.kysely, caller)), userId: caller.userId }
}

function reactionRoutes(deps: CommunityDeps): Route[] {
  const { like, unlike, remix: remixCall } = api.communityPeople
  return [
    route(like, async ({ caller, params }) =>
      setLike(deps.db, await signedIn(deps, caller), { image: params.id, like: true }),
    ),
    route(unlike, async ({ caller, params }) =>
      setLike(deps.db, await signedIn(deps, caller), { image: params.id, like: false }),
    ),
    route(remixCall, async ({ caller, params }) =>
      remix(deps.db.kysely, await signedIn(deps, caller), params.id),
    ),
  ]
}

function favoriteRoutes(deps: CommunityDeps): Route[] {
  const { list, read, keep, remove } = api.favorites
  return [
    route(list, async ({ caller, query }) =>
      listFavorites(deps.db, await signedIn(deps, caller), query),
    ),
    route(read, async ({ caller, params }) => ({
      favorite: await readFavorite(deps.db, await signedIn(deps, caller), params.id),
    })),
    route(keep, async ({ caller, params, body }) => {
      const viewer = await signedIn(deps, caller)
      return { favorite: await keepFavorite(deps.db, viewer, { image: params.id, ...body }) }
    }),
    route(remove, async ({ caller, params }) => {
      await removeFavorite(deps.db, await signedIn(deps, caller), params.id)
      return null
    }),
  ]
}

function commentRoutes(deps: CommunityDeps): Route[] {
  const { comments, comment, changeComment: change, removeComment: remove } = api.communityPeople
  return [
    route(comments, async ({ caller, params, query }) =>
      listComments(deps.db, await viewerOf(deps.db.kysely, caller), {
        image: params.id,
        path: comments.path,
        query,
      }),
    ),
    route(comment, async ({ caller, params, body }) => {
      const viewer = await signedIn(deps, caller)
      return new Reply(
        201,
        await addComment(deps, { caller, viewer }, { image: params.id, ...body }),
      )
    }),
    route(change, async ({ caller, params, body }) =>
      changeComment(deps.db, await signedIn(deps, caller), { id: params.id, ...body }),
    ),
    route(remove, async ({ caller, params }) => {
      await removeComment(deps.db, await signedIn(deps, caller), params.id)
      return null
    }),
  ]
}

function relationRoutes(
  deps: CommunityDeps,
  calls: typeof api.follows,
  table: 'community_follows' | 'community_blocks',
): Route[] {
  return [
    route(calls.list, async ({ caller }) => ({
      results: await listRelated(deps.db, await signedIn(deps, caller), table),
    })),
    route(calls.add, async ({ caller, body }) =>
      relate(deps, await signedIn(deps, caller), { table, ...body }),
    ),
    route(calls.remove, async ({ caller, params }) => {
      const viewer = await signedIn(deps, caller)
      await endRelation(deps.db, viewer, { table, creator: params.id })
      return null
    }),
  ]
}

function profileRoutes({ db }: CommunityDeps): Route[] {
  const { profile, changeProfile: change, search: searchCall } = api.communityPeople
  return [
    route(profile, ({ caller }) => readProfile(db.kysely, caller.userId)),
    route(change, ({ caller, body }) => changeProfile(db, caller, body)),
    route(searchCall, async ({ caller, query, host }) => {
      const { features } = brandOfHost(host)
      return search(db.kysely, await viewerOf(db.kysely, caller), { ...query, features })
    }),
  ]
}
