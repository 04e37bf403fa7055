/** Names and loans in Portuguese. */
export const pt = `
bach ˈbak | croissant kɾwaˈsɐ̃ | design diˈzaɪn | facebook ˈfeɪsbuk | goethe ˈɡɛte
hollywood ˈɔliwud | iphone ˈaɪfon | jazz ˈdʒɛz | ketchup kɛˈtʃup | mouse ˈmaʊz | mozart ˈmɔzaɾt
notebook ˈnoʊtbuk | online onˈlaɪn | peugeot peˈʒo | renault ʁeˈno | shakespeare ˈʃeɪkspiɾ
shopping ˈʃɔpĩ | show ˈʃoʊ | smartphone ˈsmaɾtfon | software ˈsɔftwɛɾ
`;
