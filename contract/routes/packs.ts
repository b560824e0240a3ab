const routesOf = <const Root extends string>(root: Root) =>
  ({
    list: { method: 'GET', path: `/api/${root}/` },
    create: { method: 'POST', path: `/api/${root}/` },
    my: { method: 'GET', path: `/api/${root}/my/` },
    detail: { method: 'GET', path: `/api/${root}/:id/` },
    update: { method: 'PATCH', path: `/api/${root}/:id/` },
    remove: { method: 'DELETE', path: `/api/${root}/:id/` },
    publish: { method: 'POST', path: `/api/${root}/:id/publish/` },
    favorite: { method: 'POST', path: `/api/${root}/:id/favorite/` },
    unfavorite: { method: 'DELETE', path: `/api/${root}/:id/favorite/` },
    wall: { method: 'GET', path: `/api/${root}/:id/wall/` },
    tryShot: { method: 'POST', path: `/api/${root}/:id/try/` },
    run: { method: 'POST', path: `/api/${root}/:id/run/` },
    readRun: { method: 'GET', path: `/api/${root}/runs/:id/` },
    retry: { method: 'POST', path: `/api/${root}/runs/:id/retry/` },
    cancelRun: { method: 'POST', path: `/api/${root}/runs/:id/cancel/` },
    swap: { method: 'PATCH', path: `/api/${root}/runs/:id/shots/:shot/` },
    zip: { method: 'GET', path: `/api/${root}/runs/:id/zip/` },
  }) as const

export const photoPacks = routesOf('photo_packs')
export const videoPacks = routesOf('video_packs')
