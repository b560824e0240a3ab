/** Headshots and their prices. */
export const HEADSHOTS = {
  // On several pages
  'Make headshots': 'Hacer retratos',
  'Headshots here are made from the photos you bring: we cut you out, adjust the light and put a new background behind you. Clothes, pose and expression are not changed.':
    'Aquí los retratos se hacen con las fotos que traes: cada una se recorta, se ilumina de nuevo y se pone frente a otro fondo. La ropa, la pose y la expresión no cambian.',
  'A bright headshot of a man against a light gray background':
    'Un retrato luminoso de un hombre frente a un fondo gris claro',
  'A real example, not touched up': 'Un ejemplo real, sin retoques',
  'Made by this site in seconds from an everyday photo that was too dark.':
    'Hecho por este sitio en segundos con una foto corriente que estaba demasiado oscura.',
  'The photo as it was taken': 'La foto como se tomó',
  'What makes a good photo': 'Cómo es una buena foto',
  'One face': 'Una sola cara',
  'From the front, with both shoulders and some room above the head.':
    'De frente, con los dos hombros y algo de espacio sobre la cabeza.',
  'Even light': 'Luz pareja',
  'A window in front of you beats a lamp above.':
    'Una ventana frente a ti es mejor que una lámpara arriba.',
  'The clothes you want': 'La ropa que quieres',
  'They stay as they are, so wear what the headshot should show.':
    'Queda como está, así que ponte lo que debe mostrar el retrato.',
  'The headshot against the background Light gray': 'El retrato frente al fondo gris claro',
  'The headshot against the background White': 'El retrato frente al fondo blanco',
  'The headshot against the background Charcoal': 'El retrato frente al fondo gris carbón',
  'The headshot against the background Navy': 'El retrato frente al fondo azul marino',
  'The headshot against the background Warm beige': 'El retrato frente al fondo beige cálido',
  'The headshot against the background Office': 'El retrato frente al fondo de oficina',
  'The headshot against the background City street':
    'El retrato frente al fondo de una calle de ciudad',
  'The headshot against the background Park': 'El retrato frente al fondo de un parque',
  'Light gray': 'Gris claro',
  White: 'Blanco',
  Charcoal: 'Gris carbón',
  Navy: 'Azul marino',
  'Warm beige': 'Beige cálido',
  Office: 'Oficina',
  'City street': 'Calle de ciudad',
  Park: 'Parque',
  'How it works': 'Cómo funciona',
  'Bring photos you have': 'Trae fotos que ya tienes',
  'One photo is enough; with several you get the choice. Location and camera data are removed at once, and only you see them.':
    'Basta una foto; con varias puedes elegir. Los datos de ubicación y de cámara se eliminan enseguida, y solo tú las ves.',
  'Choose backgrounds and framing': 'Elige fondos y encuadre',
  'Each background is shown as an image. You see the price before you pay.':
    'Cada fondo se muestra como imagen. Ves el precio antes de pagar.',
  Download: 'Descarga',
  'Each headshot is 1024 by 1280 pixels, in seconds. What cannot be made is not charged.':
    'Cada retrato mide 1024 por 1280 píxeles y tarda segundos. Lo que no se puede hacer no se cobra.',
  'Common questions': 'Preguntas frecuentes',
  'Does it still look like me?': '¿Sigo pareciéndome a mí?',
  'Yes. Light, colors, crop and background change; your features do not.':
    'Sí. Cambian la luz, los colores, el recorte y el fondo; tus rasgos, no.',
  'Can I change my clothes?': '¿Puedo cambiar mi ropa?',
  'Not here yet. Choose a photo in which you wear what you want to show.':
    'Aquí todavía no. Elige una foto en la que lleves lo que quieres mostrar.',
  'What happens to my photos?': '¿Qué pasa con mis fotos?',
  'They are private, used for your headshots and nothing else, and deleted when you say so, after 30 days at the latest.':
    'Son privadas, se usan solo para tus retratos y se eliminan cuando lo dices, a más tardar después de 30 días.',
  'Other headshots': 'Otros retratos',
  Corporate: 'Corporativos',
  'One look for the whole team': 'Un mismo estilo para todo el equipo',
  LinkedIn: 'LinkedIn',
  'A clear, friendly profile photo': 'Una foto de perfil clara y cercana',
  Actor: 'Para actores',
  'Expressions for casting': 'Expresiones para castings',
  'Real estate agent': 'Para agentes inmobiliarios',
  'For listings and cards': 'Para anuncios y tarjetas',
  Executive: 'Para ejecutivos',
  'For reports and the press': 'Para informes y la prensa',
  Model: 'Para modelos',
  'Digitals for agencies': 'Fotos naturales para agencias',
  Free: 'Gratis',
  'What {free} free credits make': 'Lo que rinden {free} créditos gratis',
  Prices: 'Precios',
  'What a headshot costs': 'Cuánto cuesta un retrato',
  'All made from the same photo.': 'Todos hechos con la misma foto.',

  // About
  'How headshots are made': 'Cómo se hacen los retratos',
  'What the headshot tool does step by step, what it cannot do, and which photos suit it.':
    'Qué hace la herramienta de retratos paso a paso, qué no puede hacer y qué fotos le convienen.',
  'What happens to your photo': 'Qué pasa con tu foto',
  'Nothing is invented: the tool works with the pixels of your photo and says what it leaves alone.':
    'No se inventa nada: la herramienta trabaja con los píxeles de tu foto y dice qué deja como está.',
  'Step by step': 'Paso a paso',
  'Your face is found': 'Se encuentra tu cara',
  'By its size the part around you is enlarged, until a headshot of 1024 by 1280 pixels is sharp.':
    'Según su tamaño, se amplía la parte que te rodea hasta que un retrato de 1024 por 1280 píxeles sea nítido.',
  'You are cut out': 'Se te recorta',
  'Down to hair and collar, and the color of the old background is taken out of the edges.':
    'Hasta el cabello y el cuello de la ropa, y el color del fondo anterior se quita de los bordes.',
  'The light is adjusted': 'Se te ilumina de nuevo',
  'Exposure is brought to an even middle, with a soft light from the upper left.':
    'La exposición se lleva a un punto medio parejo, con una luz suave desde arriba a la izquierda.',
  'The background is set': 'Se pone el fondo',
  'A studio paper, an office, a street or a park, out of focus as behind a portrait lens.':
    'Un papel de estudio, una oficina, una calle o un parque, desenfocados como detrás de un lente de retrato.',
  'What it leaves alone': 'Lo que deja como está',
  'Clothes and jewelry': 'Ropa y joyas',
  'They stay as they are in the photo.': 'Quedan como en la foto.',
  'Pose and expression': 'Pose y expresión',
  'What the photo cuts off': 'Lo que la foto corta',
  'Hair or a shoulder beyond the border of the photo is not invented.':
    'No se inventa el cabello ni el hombro que queda fuera de la foto.',

  // Actor
  'Actor headshots': 'Retratos para actores',
  'Several expressions before the same background, for casting pages and submissions. Nothing in your face is changed.':
    'Varias expresiones frente al mismo fondo, para páginas de casting y postulaciones. No se cambia nada de tu cara.',
  'Your face, not a retouched one': 'Tu cara, no una retocada',
  'Casting wants to see the person who will walk in. Light and background change here; your features, skin and expression do not.':
    'El casting quiere ver a la persona que va a entrar. Aquí cambian la luz y el fondo; tus rasgos, tu piel y tu expresión, no.',
  'Backgrounds for casting pages': 'Fondos para páginas de casting',
  'Dark and neutral ones keep the eye on the face.':
    'Los oscuros y neutros mantienen la mirada en la cara.',
  'A set of expressions': 'Una serie de expresiones',
  'Take five photos in one place': 'Toma cinco fotos en un mismo lugar',
  'Neutral, smiling, serious, listening, laughing.':
    'Neutral, con una sonrisa, con seriedad, escuchando, riendo.',
  'Order them together': 'Pídelas juntas',
  'With one background and one framing.': 'Con un solo fondo y un solo encuadre.',
  'Keep the best': 'Quédate con las mejores',
  'Mark favorites in your library and download the rest as a zip.':
    'Marca tus favoritas en la biblioteca y descarga el resto en un zip.',

  // AI headshots
  'Professional headshots': 'Retratos profesionales',
  'AI headshots': 'Retratos con IA',
  'Professional headshots from the photos you have, in seconds and for a few credits each. Your photos stay private.':
    'Retratos profesionales con las fotos que ya tienes, en segundos y por unos pocos créditos cada uno. Tus fotos siguen siendo privadas.',
  'Headshots from the photos you have': 'Retratos con las fotos que ya tienes',
  'No studio, no appointment: bring photos of yourself, choose backgrounds, and download headshots in seconds.':
    'Sin estudio y sin cita: trae fotos tuyas, elige fondos y descarga retratos en segundos.',
  Backgrounds: 'Fondos',
  'Headshots for': 'Retratos para cada caso',

  // Corporate
  'Corporate headshots': 'Retratos corporativos',
  'One background, one crop and one light for everybody on the team page, from the photos people already have.':
    'Un fondo, un recorte y una luz para todos en la página del equipo, con las fotos que la gente ya tiene.',
  'People join one by one, and their photos never match. Give all of them the same background, crop and light.':
    'La gente llega de una en una y sus fotos nunca combinan. Dales a todas el mismo fondo, el mismo recorte y la misma luz.',
  'Backgrounds that suit a team page': 'Fondos para una página de equipo',
  'Choose one and use it for everybody.': 'Elige uno y úsalo para todos.',
  'A team in one order': 'Un equipo en un solo pedido',
  'Choose all photos at once': 'Elige todas las fotos a la vez',
  'Up to 50 in one order, one person in each.':
    'Hasta 50 en un pedido, con una persona en cada una.',
  'Choose one background': 'Elige un solo fondo',
  'And one framing, so that all heads are of one size.':
    'Y un solo encuadre, para que todas las cabezas tengan el mismo tamaño.',
  'Download one file': 'Descarga un solo archivo',
  'All headshots as a zip.': 'Todos los retratos en un zip.',
  'Questions of teams': 'Preguntas de equipos',
  'May I upload photos of colleagues?': '¿Puedo subir fotos de colegas?',
  'Yes, if they agreed. Only you see what you upload.':
    'Sí, si aceptaron. Solo tú ves lo que subes.',
  'Will heads be of one size?': '¿Tendrán las cabezas el mismo tamaño?',
  'Nearly: the crop follows the height of the face, as far as the photo has room.':
    'Casi: el recorte sigue la altura de la cara, hasta donde la foto tiene espacio.',

  // Executive
  'Executive headshots': 'Retratos para ejecutivos',
  'Calm, dark and neutral backgrounds for reports, boards and the press, from a photo you already have.':
    'Fondos tranquilos, oscuros y neutros para informes, directorios y la prensa, con una foto que ya tienes.',
  'For reports, boards and the press': 'Para informes, directorios y la prensa',
  'An editor needs one good portrait within the hour. Take the best photo there is and give it a background that fits any page.':
    'Una redacción necesita un buen retrato en menos de una hora. Toma la mejor foto que haya y dale un fondo que sirva para cualquier página.',
  'Backgrounds for print': 'Fondos para imprimir',
  'They hold their tone on paper.': 'Conservan su tono en papel.',
  'What the press asks for': 'Lo que pide la prensa',
  Size: 'Tamaño',
  '1024 by 1280 pixels, and more by upscaling.': '1024 por 1280 píxeles, y más si lo amplías.',
  Honesty: 'Honestidad',
  'Each file says that it was composed, in the field that IPTC made for it.':
    'Cada archivo dice que es una composición, en el campo que IPTC creó para eso.',
  'No marks': 'Sin marcas',
  'None on headshots.': 'Los retratos no llevan ninguna.',

  // Free
  'Free headshots': 'Retratos gratis',
  'Free credits each month: headshots without a watermark, no card needed.':
    'Créditos gratis cada mes: retratos sin marca de agua, y no hace falta una tarjeta.',
  '{freeHeadshots} each month': '{freeHeadshots} cada mes',
  'On the free plan, an account with a verified email gets {freeCredits} each calendar month. A headshot costs {headshot}.':
    'En el plan gratis, una cuenta con un correo verificado recibe {freeCredits} por mes calendario. Un retrato cuesta {headshot}.',
  'What free means here': 'Qué significa gratis aquí',
  'No card': 'Sin tarjeta',
  'You enter none for the free credits.': 'No ingresas ninguna para los créditos gratis.',
  'No watermark': 'Sin marca de agua',
  'Headshots carry none, whoever pays for them.': 'Los retratos no la llevan, pague quien pague.',
  'No training on you': 'Sin entrenar contigo',
  'Your photos are used for your headshots and nothing else.':
    'Tus fotos se usan solo para tus retratos.',

  // Landing page
  'AI headshots from your own photos': 'Retratos con IA a partir de tus fotos',
  'Studio headshots from everyday photos: even light, a clean background and a sharp crop, with you still recognizable.':
    'Retratos de estudio a partir de fotos de todos los días: luz pareja, un fondo limpio y un recorte nítido, y sigues siendo tú.',
  'Look like the day you looked best': 'Como el día en que mejor te viste',
  'Most of us have one good photo in front of a bad background. Keep the photo, and change the rest.':
    'Casi todos tenemos una buena foto frente a un mal fondo. Conserva la foto y cambia lo demás.',
  'More you can make of it': 'Qué más puedes hacer con ella',
  'Instant avatars': 'Avatares instantáneos',
  'One photo, twelve looks': 'Una foto, doce estilos',
  'Replace background': 'Reemplazar el fondo',
  'Any background, from words or an image': 'Cualquier fondo, con palabras o con una imagen',
  'Upscale image': 'Ampliar imagen',
  'For large prints': 'Para impresiones grandes',

  // LinkedIn
  'LinkedIn headshots': 'Retratos para LinkedIn',
  'A clear, friendly profile photo: close crop, calm background, even light. Made from a photo you already have.':
    'Una foto de perfil clara y cercana: recorte ajustado, fondo tranquilo, luz pareja. Hecha con una foto que ya tienes.',
  'A profile photo that is you': 'Una foto de perfil en la que eres tú',
  'Small profile photos work when the face is large, the light is even and nothing behind it competes.':
    'Las fotos de perfil pequeñas funcionan cuando la cara es grande, la luz es pareja y nada compite detrás.',
  'What works in a small circle': 'Lo que funciona en un círculo pequeño',
  'A close crop': 'Un recorte ajustado',
  'Choose the framing Close: the face fills more than a third of the height.':
    'Elige el encuadre De cerca: la cara ocupa más de un tercio de la altura.',
  'A calm background': 'Un fondo tranquilo',
  'Light gray, white or a far office.': 'Gris claro, blanco o una oficina lejana.',
  'Looking at the camera': 'La mirada en la cámara',
  'With the expression you have when you greet someone.':
    'Con la expresión que tienes cuando saludas a alguien.',

  // Model
  'Model headshots': 'Retratos para modelos',
  'Clean digitals for agencies: white or gray background, even light, nothing retouched.':
    'Fotos naturales para agencias: fondo blanco o gris, luz pareja, nada retocado.',
  'Clean digitals for agencies': 'Fotos naturales para agencias',
  'Agencies ask for plain photos: no make-up tricks, no filters, a white wall. If your wall is not white, your headshot can be.':
    'Las agencias piden fotos sencillas: sin trucos de maquillaje, sin filtros, con una pared blanca. Si tu pared no es blanca, el fondo de tu retrato puede serlo.',
  'Plain backgrounds': 'Fondos lisos',
  'As agencies want them.': 'Como los quieren las agencias.',
  'What stays untouched': 'Lo que no se toca',
  Skin: 'Piel',
  'No smoothing.': 'No se alisa.',
  Proportions: 'Proporciones',
  'No reshaping.': 'No se modifican.',
  Hair: 'Cabello',
  'As the photo shows it, down to fine strands where the photo is sharp.':
    'Como lo muestra la foto, hasta los mechones finos donde la foto es nítida.',

  // Pricing
  'Headshots pricing': 'Precios de los retratos',
  'A headshot costs a few credits. Some are free each month, packs never expire, and what is not delivered is not charged.':
    'Un retrato cuesta unos pocos créditos. Cada mes hay algunos gratis, los paquetes nunca vencen y lo que no se entrega no se cobra.',
  '{headshot} each, whatever the background. You see the price before you pay, and what is not delivered is not charged.':
    '{headshot} cada uno, sea cual sea el fondo. Ves el precio antes de pagar, y lo que no se entrega no se cobra.',
  'A set, drawn by a model of you': 'Una serie, dibujada por un modelo tuyo',
  'Once, by card': 'Un solo pago, con tarjeta',
  '{price}, training included. No plan needed.':
    '{price}, con el entrenamiento incluido. No necesitas un plan.',
  'What you get': 'Qué recibes',
  'Up to 40 headshots in the attire and against the backgrounds you choose.':
    'Hasta 40 retratos con la ropa y frente a los fondos que elijas.',
  'Your money back': 'Tu dinero de vuelta',
  'All of it, if fewer than 75% look like your photos within 24 hours.':
    'Todo, si en 24 horas menos del 75% se parecen a tus fotos.',
  Redo: 'Repetir',
  'Ten headshots for free within 30 days.': 'Diez retratos gratis dentro de 30 días.',
  'Order a set': 'Pide una serie',
  'Start with your photos': 'Empieza con tus fotos',
  'Four to twenty of them. You see the price before you pay.':
    'De cuatro a veinte. Ves el precio antes de pagar.',
  'Single headshots': 'Retratos sueltos, con nueva luz',
  'One headshot': 'Un retrato',
  '{headshot}.': '{headshot}.',
  'Eight backgrounds of one photo': 'Ocho fondos de una foto',
  '{eightHeadshots}.': '{eightHeadshots}.',
  'A team of 25 against one background': 'Un equipo de 25 frente a un fondo',
  '{teamHeadshots}.': '{teamHeadshots}.',
  Larger: 'Más grandes',
  'Upscaling is {leastUpscale} to {mostUpscale} an image.':
    'Ampliar cuesta de {leastUpscale} a {mostUpscale} por imagen.',
  'Where credits come from': 'De dónde vienen los créditos',
  '{free} each month for a verified account.': '{free} cada mes para una cuenta verificada.',
  Packs: 'Paquetes',
  'They never expire.': 'Nunca vencen.',
  Plans: 'Planes',
  'New credits each month, for a lower price each.':
    'Créditos nuevos cada mes, a un precio más bajo por crédito.',
  'More on prices': 'Más sobre precios',
  'Plans and packs': 'Planes y paquetes',
  'All prices, and what a plan includes': 'Todos los precios y lo que incluye cada plan',
  Questions: 'Preguntas',
  'Credits, payment and refunds': 'Créditos, pagos y reembolsos',
  'Questions about prices': 'Preguntas sobre precios',
  'Do I pay for a headshot that fails?': '¿Pago por un retrato que falla?',
  'No. You pay only for what is delivered; the rest is returned at once.':
    'No. Solo se paga lo que se entrega; lo demás se devuelve enseguida.',
  'Is there a watermark?': '¿Llevan marca de agua?',
  'Not on headshots.': 'Los retratos, no.',

  // Real estate agents
  'Real estate agent headshots': 'Retratos para agentes inmobiliarios',
  'Headshots for listings, signs and cards: bright, friendly, large enough to print.':
    'Retratos para anuncios, carteles y tarjetas: luminosos, cercanos y lo bastante grandes para imprimir.',
  'For listings, signs and cards': 'Para anuncios, carteles y tarjetas',
  'A sign is seen from a passing car, a card from an arm’s length. Both want a bright photo with a large face.':
    'Un cartel se ve desde un auto en marcha; una tarjeta, a la distancia de un brazo. Ambos piden una foto luminosa con la cara grande.',
  'Bright backgrounds': 'Fondos luminosos',
  'Outdoors or a clean studio.': 'Al aire libre o un estudio limpio.',
  'Sizes that print well': 'Tamaños que se imprimen bien',
  'Business card': 'Tarjeta de presentación',
  '1024 by 1280 pixels print at 3.4 by 4.3 inches with 300 dots an inch.':
    '1024 por 1280 píxeles se imprimen a 8.7 por 10.8 centímetros con 300 puntos por pulgada.',
  Sign: 'Cartel',
  'Large prints are seen from afar: one width of the headshot fills a sign of two feet.':
    'Las impresiones grandes se ven de lejos: el ancho de un retrato llena un cartel de 60 centímetros.',
  Listing: 'Anuncio',
  'Use it as it is.': 'Úsalo como está.',

  // The tool
  'Head and shoulders from a photo you have, on a studio background and in better light, a few credits each.':
    'Cabeza y hombros de una foto que ya tienes: recortada, con nueva luz y frente a un fondo de estudio, por unos pocos créditos cada una.',
  'A headshot from the photos you have': 'Un retrato con las fotos que ya tienes',
  'Bring a photo of yourself. We crop it to head and shoulders, adjust the light and put the backgrounds you choose behind you.':
    'Trae una foto tuya. Se recorta, se ilumina de nuevo, se encuadra en cabeza y hombros y se pone frente a los fondos que elijas.',
  'Eight backgrounds': 'Ocho fondos',
} as const
