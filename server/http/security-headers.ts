import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

export interface SecurityOptions {
  /** The site is reached by https alone. */
  https: boolean
  /** Origins besides our own that pictures and videos come from, e.g. the public host of the bucket. */
  mediaOrigins: readonly string[]
  /** Origins that pages send to, and pages that they show in frames, besides our own. */
  /** Asked at each page. */
  telemetryOrigins(): { connect: readonly string[]; frame: readonly string[] }
  /** The development server's client needs a WebSocket. */
  development: boolean
}

const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

/**
 * Strict headers on every answer. Inline scripts run only with `reply.cspNonce.script`; inline styles are
 * allowed, because the component library sets style attributes.
 */
export async function addSecurityHeaders(
  app: FastifyInstance,
  { https, mediaOrigins, telemetryOrigins, development }: SecurityOptions,
): Promise<void> {
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
        // helmet adds a nonce to style-src, and with a nonce 'unsafe-inline' counts for nothing there.
        styleSrcElem: ["'self'", "'unsafe-inline'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...mediaOrigins],
        mediaSrc: ["'self'", 'blob:', ...mediaOrigins],
        fontSrc: ["'self'"],
        connectSrc: [
          "'self'",
          () => telemetryOrigins().connect.join(' '),
          ...(development ? ['ws:', 'wss:'] : []),
        ],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameSrc: [() => telemetryOrigins().frame.join(' ') || "'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    // Sign-in with Google and Facebook opens a window that must be able to answer.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
  const forJson = jsonHeaders(https)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('Permissions-Policy', PERMISSIONS)
    if (request.routeOptions.config.endpoint) reply.headers(forJson)
    done()
  })
}

/** For the calls of the contract: JSON runs nothing and shows nothing, so it needs no nonce and no list of sources. */
function jsonHeaders(https: boolean): Record<string, string> {
  return {
    'Content-Security-Policy':
      "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(https && { 'Strict-Transport-Security': 'max-age=31536000' }),
  }
}
