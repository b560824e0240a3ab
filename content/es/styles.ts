/** The pages of styles. */
export const STYLES = {
  'Simple, expressive faces in clear shapes, drawn here, and prompts for models that draw anime.':
    'Caras sencillas y expresivas de formas claras, dibujadas aquí, y prompts para modelos que dibujan anime.',
  // Ways to the others
  Photography: 'Fotografía',
  'Light, lens and backdrop.': 'Luz, lente y fondo.',
  Cartoon: 'Caricatura',
  'Clear shapes, flat color.': 'Formas claras, color plano.',
  Anime: 'Anime',
  'Cel shading and big eyes.': 'Sombreado plano y ojos grandes.',
  Art: 'Arte',
  'Oil, pencil, watercolor.': 'Óleo, lápiz, acuarela.',
  Digital: 'Digital',
  'Icons and interface art.': 'Íconos y arte para interfaces.',
  Material: 'Materiales',
  'Plastic, gloss and glass.': 'Plástico, brillo y vidrio.',
  'Open the create page': 'Abrir la página de creación',
  'Write a prompt': 'Escribir un prompt',
  'By kind': 'Por tipo',
  'Other styles': 'Otros estilos',

  // All
  'AI image styles': 'Estilos de imágenes con IA',
  'One prompt in every style: 3D, glossy, flat, soft, sticker and icon, with real results and prompts that fill the form.':
    'Un prompt en todos los estilos: 3D, brillante, plano, suave, calcomanía e ícono, con resultados reales y prompts que llenan el formulario.',
  'One prompt, every style': 'Un prompt, todos los estilos',
  'A style is a few words that the create page adds to your prompt. The thing stays; how it is drawn changes.':
    'Un estilo son unas pocas palabras que la página de creación agrega a tu prompt. La cosa es la misma; cambia cómo se dibuja.',
  'Choose a style': 'Elegir un estilo',
  'An elephant, six ways': 'Un elefante, de seis maneras',
  'The same prompt and the same seed.': 'El mismo prompt y la misma semilla.',
  'A car, six ways': 'Un auto, de seis maneras',
  Glossy: 'Brillante',
  Flat: 'Plano',
  Soft: 'Suave',
  Sticker: 'Sticker',
  Icon: 'Ícono',
  'an elephant, drawn in the 3D style': 'Un elefante dibujado en estilo 3D',
  'an elephant, drawn in the Glossy style': 'Un elefante dibujado en estilo brillante',
  'an elephant, drawn in the Flat style': 'Un elefante dibujado en estilo plano',
  'an elephant, drawn in the Soft style': 'Un elefante dibujado en estilo suave',
  'an elephant, drawn in the Sticker style': 'Un elefante dibujado como sticker',
  'an elephant, drawn in the Icon style': 'Un elefante dibujado como ícono',
  'a car, drawn in the 3D style': 'Un auto dibujado en estilo 3D',
  'a car, drawn in the Glossy style': 'Un auto dibujado en estilo brillante',
  'a car, drawn in the Flat style': 'Un auto dibujado en estilo plano',
  'a car, drawn in the Soft style': 'Un auto dibujado en estilo suave',
  'a car, drawn in the Sticker style': 'Un auto dibujado como sticker',
  'a car, drawn in the Icon style': 'Un auto dibujado como ícono',

  // Anime
  'Anime style': 'Estilo anime',
  'Prompts for anime images: cel shading, key frames and chibi, with the words that models understand.':
    'Prompts para imágenes de anime: sombreado plano, cuadros clave y chibi, con las palabras que entienden los modelos.',
  'Anime, and the words that make it': 'El anime y las palabras que lo hacen',
  'Models that learned anime read it from a few words: “cel shading”, “key visual”, “chibi”. They need no long list of quality words.':
    'Los modelos que aprendieron anime lo reconocen en pocas palabras: “cel shading”, “key visual”, “chibi”. No necesitan una larga lista de palabras sobre la calidad.',
  'Anime characters are not drawn here yet. Simple, expressive faces are, as the samples show. The prompts below are for models that draw anime.':
    'Aquí todavía no se dibujan personajes de anime. Sí se dibujan caras sencillas y expresivas, como las de las muestras. Los prompts de abajo son para modelos que dibujan anime.',
  'Simple faces, drawn here': 'Caras sencillas, dibujadas aquí',
  'a cat face on a pink background, with simple shading':
    'La cara de un gato sobre un fondo rosa, con un sombreado sencillo',
  'a monkey face on a sky background, with simple shading':
    'La cara de un mono sobre un fondo de cielo, con un sombreado sencillo',
  'a rabbit face on a yellow background, with simple shading':
    'La cara de un conejo sobre un fondo amarillo, con un sombreado sencillo',
  'a smiling face with hearts, with simple shading':
    'Una cara sonriente con corazones, con un sombreado sencillo',
  'a crying face, with simple shading': 'Una cara que llora, con un sombreado sencillo',
  'Prompts for models that draw anime': 'Prompts para modelos que dibujan anime',
  'Each fills the create page. Choose a model that draws people first.':
    'Cada uno llena la página de creación. Primero elige un modelo que dibuje personas.',
  'Cel shading': 'Sombreado plano',
  'Key visual': 'Imagen clave',
  Chibi: 'Chibi',

  // Art
  'Art style': 'Estilo artístico',
  'Oil, pencil, comic and pop art from one of your own photos, and prompts for painted images. Real results made by this site.':
    'Óleo, lápiz, cómic y arte pop a partir de una foto tuya, y prompts para imágenes pintadas. Resultados reales hechos por este sitio.',
  'Painted, drawn and printed': 'Pintado, dibujado e impreso',
  'Two ways to art: give a photo and have it turned into oil, pencil or pop art, or describe a painting to a model that knows painters’ words.':
    'Dos caminos al arte: da una foto y conviértela en óleo, lápiz o arte pop, o describe un cuadro a un modelo que conozca las palabras de los pintores.',
  'A portrait photo turned into the look Oil': 'Una foto de retrato convertida en óleo',
  'A portrait photo turned into the look Pencil':
    'Una foto de retrato convertida en dibujo a lápiz',
  'A portrait photo turned into the look Comic': 'Una foto de retrato convertida en cómic',
  'A portrait photo turned into the look Pop art': 'Una foto de retrato convertida en arte pop',
  Oil: 'Óleo',
  Pencil: 'Lápiz',
  Comic: 'Cómic',
  'Pop art': 'Arte pop',
  'Turn a photo into art': 'Convertir una foto en arte',
  'One photo, several techniques': 'Una foto, varias técnicas',
  'Made by Instant avatars from a portrait photo; the person stays recognizable.':
    'Hecho con Avatares instantáneos a partir de una foto de retrato; la persona sigue siendo reconocible.',
  'Prompts for painted images': 'Prompts para imágenes pintadas',
  'For models that draw anything. Name the technique last.':
    'Para modelos que dibujan cualquier cosa. Nombra la técnica al final.',
  Watercolor: 'Acuarela',
  Ink: 'Tinta',

  // Cartoon
  'Cartoon style': 'Estilo caricatura',
  'Cartoon images from words: clear outlines, flat colors and friendly faces. Real samples and prompts that fill the form.':
    'Caricaturas a partir de palabras: contornos claros, colores planos y caras amables. Muestras reales y prompts que llenan el formulario.',
  'Cartoons with clear shapes': 'Caricaturas de formas claras',
  'Flat color, few lines and a face you recognize across the room. Good for stickers, children’s material and chat.':
    'Color plano, pocas líneas y una cara que reconoces desde el otro lado del cuarto. Sirven para calcomanías, material infantil y chats.',
  'a dog face, as a cartoon': 'La cara de un perro, como caricatura',
  'a cat face on a pink background, as a cartoon':
    'La cara de un gato sobre un fondo rosa, como caricatura',
  'a penguin in the snow, as a cartoon': 'Un pingüino en la nieve, como caricatura',
  'a ghost at night, as a cartoon': 'Un fantasma de noche, como caricatura',
  'a frog on a green background, as a cartoon': 'Una rana sobre un fondo verde, como caricatura',
  'Draw a cartoon': 'Dibujar una caricatura',
  'Drawn here': 'Dibujado aquí',
  'Start from one of these': 'Empieza con uno de estos',
  'Each fills the create page; change the thing and keep the rest.':
    'Cada uno llena la página de creación; cambia la cosa y deja igual el resto.',
  Storybook: 'Cuento infantil',
  'Flat poster': 'Póster plano',

  // Digital
  'Digital style': 'Estilo digital',
  'Icons, app art and flat illustrations from words, each on the background you name. Real samples and prompts that fill the form.':
    'Íconos, arte para apps e ilustraciones planas a partir de palabras, cada uno sobre el fondo que nombres. Con muestras reales y prompts listos.',
  'Icons and flat illustration': 'Íconos e ilustración plana',
  'For slides, apps and articles: one thing, a plain background, a shape that still reads at 64 pixels.':
    'Para presentaciones, apps y artículos: una cosa, un fondo liso, una forma que se entiende incluso a 64 píxeles.',
  'a camera on a teal background, as an icon': 'Una cámara sobre un fondo turquesa, como ícono',
  'an alarm clock on a purple background, as an icon':
    'Un despertador sobre un fondo morado, como ícono',
  'a light bulb on a yellow background, as an icon': 'Un foco sobre un fondo amarillo, como ícono',
  'a trophy on a blue background, as an icon': 'Un trofeo sobre un fondo azul, como ícono',
  'a rocket on a sky background, as an icon': 'Un cohete sobre un fondo de cielo, como ícono',
  'Draw an icon': 'Dibujar un ícono',
  'Remove the background afterward, and you have a transparent PNG for your layout.':
    'Quita el fondo después y tendrás un PNG transparente para tu diseño.',
  'App icon': 'Ícono de app',
  Slide: 'Diapositiva',
  'Empty state': 'Pantalla vacía',

  // Material
  'Material style': 'Estilo por material',
  'Plastic, gloss and soft clay: the same thing in other materials, with real samples and prompts that fill the form.':
    'Plástico, brillo y arcilla suave: la misma cosa en otros materiales, con muestras reales y prompts que llenan el formulario.',
  'The same thing, another material': 'La misma cosa, otro material',
  'A material is mostly light: where it shines, how soft its shadows are, how much color it takes from around it.':
    'Un material es sobre todo luz: dónde brilla, qué tan suaves son sus sombras, cuánto color toma de su entorno.',
  'a red apple, polished': 'Una manzana roja, pulida',
  'a red heart, matte plastic': 'Un corazón rojo de plástico mate',
  'a red heart, polished': 'Un corazón rojo, pulido',
  'a red heart, paper': 'Un corazón rojo de papel',
  'a red heart, soft': 'Un corazón rojo, suave',
  'a butterfly, matte plastic': 'Una mariposa de plástico mate',
  'a butterfly, polished': 'Una mariposa, pulida',
  'a butterfly, paper': 'Una mariposa de papel',
  'a butterfly, soft': 'Una mariposa, suave',
  Polished: 'Pulido',
  'Matte plastic': 'Plástico mate',
  Paper: 'Papel',
  'Try a material': 'Probar un material',
  'A heart in four surfaces': 'Un corazón en cuatro superficies',
  'A butterfly in four surfaces': 'Una mariposa en cuatro superficies',
  'Words for models that draw anything': 'Palabras para modelos que dibujan cualquier cosa',
  'Put the material right before the thing.': 'Pon el material justo antes de la cosa.',
  Glass: 'Vidrio',
  Wool: 'Lana',
  Marble: 'Mármol',

  // Photography
  'Photography style': 'Estilo fotográfico',
  'Better photos from the ones you have: another backdrop, more pixels, sharper faces. And prompts for models that draw photographs.':
    'Mejores fotos a partir de las que tienes: otro fondo, más píxeles, caras más nítidas. Y prompts para modelos que dibujan fotografías.',
  'Photos, finished like in a studio': 'Fotos con acabado de estudio',
  'Start from your own photo: change what is behind the subject, enlarge it for print, bring back a soft face. Or describe a photo to a model that has learned them.':
    'Empieza con una foto tuya: cambia lo que hay detrás del sujeto, amplíala para imprimir, recupera una cara suave. O describe una foto a un modelo que las haya aprendido.',
  'A portrait in front of a new backdrop': 'Un retrato frente a un fondo nuevo',
  'New backdrop': 'Fondo nuevo',
  'Start from a photo': 'Empezar con una foto',
  'Photographs are not drawn from words here. The photo tools above work on your own photos; the prompts below are for models that draw photographs.':
    'Aquí no se dibujan fotografías a partir de palabras. Las herramientas de arriba trabajan con tus propias fotos; los prompts de abajo son para modelos que dibujan fotografías.',
  'Another backdrop': 'Otro fondo',
  'The subject is cut out along its edges, and light and color are matched to what is put behind it.':
    'El sujeto se recorta por sus bordes, y la luz y el color se ajustan a lo que se pone detrás.',
  'A man in front of graffiti': 'Un hombre delante de un grafiti',
  'The same man in front of a mountain lake': 'El mismo hombre delante de un lago de montaña',
  Before: 'Antes',
  After: 'Después',
  'Prompts for models that draw photographs': 'Prompts para modelos que dibujan fotografías',
  'Name the subject, then the light, then the lens.':
    'Nombra el sujeto, luego la luz y luego el lente.',
  Portrait: 'Retrato',
  Product: 'Producto',
  Landscape: 'Paisaje',
} as const
