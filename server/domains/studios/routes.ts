import { api } from '#contract/index.ts'
import { route, type Route } from '#server/platform/route.ts'
import { answerLink, readRequest } from './consent/answer-link.ts'
import { makeLink, revokeLink } from './consent/make-link.ts'
import { cancelTraining } from './cancel-training.ts'
import { createTraining, readOptions } from './create-training.ts'
import { downloadModel } from './download-model.ts'
import { listShowcase, listTrainings } from './list-trainings.ts'
import { changeShowcase, listPublicStudios, undoShowcase } from './look-after-showcase.ts'
import { addPhoto, changePhoto, type PhotosDeps, removePhoto } from './photos.ts'
import { presentOwn } from './present-training.ts'
import { quoteStart } from './quote-start.ts'
import { retrain } from './retrain.ts'
import { readReceipt, removeTraining } from './remove-training.ts'
import { answerShare } from './sharing/answer-share.ts'
import { revokeShare } from './sharing/end-shares.ts'
import { listShared, listSharesOf } from './sharing/list-shared.ts'
import { offerShare } from './sharing/offer-share.ts'
import { startTraining } from './start-training.ts'
import { readOwn } from './store.ts'

/** lora_trainings, and what becomes of them with others: consent_links and model_shares. */
export function createRoutes(deps: PhotosDeps): Route[] {
  const { adminStudios, consentLinks, loraTrainings, modelShares } = api
  const { kysely } = deps.db
  return [
    route(loraTrainings.list, ({ caller, query }) => listTrainings(deps, caller, query)),
    route(loraTrainings.create, ({ caller, body }) => createTraining(deps, caller, body)),
    route(loraTrainings.showcase, ({ caller, query }) => listShowcase(deps, caller, query)),
    route(adminStudios.list, ({ query }) => listPublicStudios(deps, query)),
    route(adminStudios.change, ({ caller, params, body: { instead_of: insteadOf, ...now } }) =>
      changeShowcase(deps, { actorId: caller.userId, ...params, insteadOf, now }),
    ),
    route(adminStudios.undo, ({ caller, params, body: { instead_of: insteadOf } }) =>
      undoShowcase(deps, { actorId: caller.userId, ...params, insteadOf }),
    ),
    route(loraTrainings.options, ({ caller }) => readOptions(deps, caller.userId)),
    route(
      loraTrainings.upload,
      ({ caller: { userId }, file, texts, signal }) =>
        addPhoto(deps, { userId, training: texts['lora_training'] ?? '', file, signal }),
      { admit: (caller) => deps.uploads.admit(caller) },
    ),
    route(loraTrainings.detail, async ({ caller, params }) =>
      presentOwn(deps, kysely, await readOwn(kysely, caller.userId, params.id)),
    ),
    route(loraTrainings.remove, async ({ caller, params }) => {
      await removeTraining(deps, caller.userId, params.id)
      return null
    }),
    route(loraTrainings.receipt, ({ caller, params }) =>
      readReceipt(kysely, caller.userId, params.id),
    ),
    route(loraTrainings.quote, ({ caller, params }) => quoteStart(deps, caller.userId, params.id)),
    route(loraTrainings.retrain, ({ caller: { userId }, params: { id }, signal }) =>
      retrain(deps, { userId, id, signal }),
    ),
    route(loraTrainings.start, ({ caller, params, body }) =>
      startTraining(deps, caller, {
        id: params.id,
        waive: body?.waive,
        likeness: body?.likeness,
        quote: body?.quote,
      }),
    ),
    route(loraTrainings.cancel, ({ caller, params }) =>
      cancelTraining(deps, caller.userId, params.id),
    ),
    route(loraTrainings.download, ({ caller, params }) =>
      downloadModel(deps, caller.userId, params.id),
    ),
    route(loraTrainings.changePhoto, ({ caller, params, body }) =>
      changePhoto(deps, caller.userId, { ...params, ...body }),
    ),
    route(loraTrainings.removePhoto, async ({ caller, params }) => {
      await removePhoto(deps, caller.userId, params)
      return null
    }),
    route(consentLinks.create, ({ caller, params }) => makeLink(deps, caller, params.id)),
    route(consentLinks.revoke, async ({ caller, params }) => {
      await revokeLink(deps, caller.userId, params.id)
      return null
    }),
    route(consentLinks.read, ({ params, ip }) => readRequest(deps, params.id, ip)),
    route(consentLinks.answer, ({ params, body, ip }) =>
      answerLink(deps, { token: params.id, ...body, ip }),
    ),
    route(modelShares.ofTraining, ({ caller, params }) =>
      listSharesOf(deps, caller.userId, params.id),
    ),
    route(modelShares.offer, ({ caller, params, body }) =>
      offerShare(deps, caller, { id: params.id, email: body.email }),
    ),
    route(modelShares.list, ({ caller, query }) => listShared(deps, caller, query)),
    route(modelShares.answer, ({ caller, params, body }) =>
      answerShare(deps, caller, { id: params.id, answer: body.answer }),
    ),
    route(modelShares.revoke, async ({ caller, params }) => {
      await revokeShare(deps, caller.userId, params.id)
      return null
    }),
  ]
}
