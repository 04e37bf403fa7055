/** Names and loans in Spanish. */
export const es = `
apple ˈapol | bach ˈbax | baguette baˈɡet | ballet baˈle | beethoven beˈtoβen | boutique buˈtik
chalet tʃaˈle | croissant kɾwaˈsan | e-mail iˈmeɪl | email iˈmeɪl | facebook ˈfeɪsbuk | freud ˈfɾoɪd
goethe ˈɡete | google ˈɡuɡel | gourmet ɡuɾˈme | hardware ˈxaɾweɾ | hockey ˈxokeɪ
hollywood ˈxoliwud | jazz ˈjas | jeans ˈjins | laptop ˈlaptop | manager ˈmanajeɾ
marketing ˈmaɾketin | mozart ˈmotsaɾt | online onˈlaɪn | peugeot peˈjo | podcast ˈpodkas
renault reˈno | smartphone esˈmaɾfon | software ˈsofweɾ | streaming esˈtɾimin
volkswagen ˈbolsbaɡen | whatsapp ˈwasap | wi-fi ˈwifi | youtube ˈjutub
`;
