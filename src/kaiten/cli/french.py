"""The help of the command line in French, by the English sentence that stands with each command."""

from __future__ import annotations

from ..server.protocol.limits import MAX_TIMER, MIN_TIMER
from .options import LEVELS_HELP

LEVELS_FRENCH = (
    "easy (aime ce qui a l'air bon), medium (connaît les chances), hard (imagine la manche), "
    "chef (notre meilleur), ou un autre bot par son nom"
)
HEADINGS = {"Arguments": "Arguments", "Options": "Options", "Commands": "Commandes"}
# What stands in the usage line and in the left column, where it has a French name.
USAGE_WORDS = {
    "COMMAND [ARGS]...": "COMMANDE [ARGUMENTS]...",
    "GAME": "JEU",
    "FILE": "FICHIER",
    "LINK": "LIEN",
    "NAME=VALUE": "NOM=VALEUR",
    "CARD": "CARTE",
    # as newer and older versions of Typer name the kinds of values
    "<str>": "<texte>",
    "<int>": "<nombre>",
    "<int range>": "<nombre>",
    "<float>": "<nombre>",
    "<path>": "<fichier>",
    "TEXT": "TEXTE",
    "INTEGER RANGE": "NOMBRE",
    "INTEGER": "NOMBRE",
    "FLOAT RANGE": "NOMBRE",
    "FLOAT": "NOMBRE",
    "PATH": "FICHIER",
}
# What stands in brackets behind the meaning of an option.
REMARKS = {
    "default: ": "par défaut : ",
    "env var: ": "variable : ",
    "required": "obligatoire",
    "; ": " ; ",
}
COMMANDS_FRENCH = {
    "The sushi draft games, exactly. Without a command: serve tables on this machine, and open the "
    "browser.": "Les jeux de draft aux sushis, à la lettre. Sans commande : ouvrir des tables sur "
    "cette machine, et le navigateur.",
    "Serve tables, where people play together by a link.": "Servir des tables, où l'on joue "
    "ensemble grâce à un lien.",
    "Play a game in the terminal, against bots.": "Jouer une partie dans le terminal, contre des "
    "bots.",
    "Play at somebody's table in the terminal; the player who opened it has its link.": "Jouer à "
    "la table de quelqu'un dans le terminal ; la personne qui l'a ouverte en a le lien.",
    "Open a table on a server and play at it in the terminal; others come by its link.": "Ouvrir "
    "une table sur un serveur et y jouer dans le terminal ; les autres viennent par son lien.",
    "Count a table of cardboard cards.": "Compter les points d'une table de vraies cartes.",
    "Play many games at random and print what came of them.": "Jouer beaucoup de parties au hasard "
    "et afficher ce qu'elles ont donné.",
    "Let bots play each other at the same deals in changing seats, and print who is better and how "
    "sure that is.": "Faire jouer des bots entre eux, avec les mêmes donnes et en changeant de "
    "place, et afficher qui est le meilleur, et avec quelle certitude.",
    "Show a recorded game turn by turn; one that breaks the rules is refused.": "Montrer une partie "
    "archivée tour par tour ; celle qui enfreint les règles est refusée.",
    "Look at a recorded game again: the chances turn by turn, the costliest picks, and how much "
    "was luck.": "Revoir une partie archivée : les chances tour par tour, les choix les plus "
    "coûteux, et la part de la chance.",
    "Check that a recorded game follows the rules and that its deal is the one promised at the "
    "start.": "Vérifier qu'une partie archivée suit les règles et que sa donne est celle promise "
    "au début.",
    "Say how a game is played, what each card does, and which menus there are.": "Dire comment un "
    "jeu se joue, ce que fait chaque carte, et quels menus il y a.",
}
OPTIONS_FRENCH = {
    "Show this message and exit.": "Afficher cette aide.",
    "Print the version.": "Afficher la version.",
    "The address to listen at; 0.0.0.0 for the whole network.": "L'adresse où écouter ; 0.0.0.0 "
    "pour tout le réseau.",
    "The port to listen at.": "Le port où écouter.",
    "The database: sqlite:///FILE or postgresql://...; otherwise KAITEN_DB, or a file in your data "
    "folder.": "La base de données : sqlite:///FICHIER ou postgresql://... ; sinon KAITEN_DB, ou un "
    "fichier de votre dossier de données.",
    "Processes that serve the same tables.": "Combien de processus servent les mêmes tables.",
    "The address that links and QR codes show: https://example.org.": "L'adresse que montrent les "
    "liens et les QR codes : https://example.org.",
    "fr or en; the machine's own if not given.": "fr ou en ; sinon la langue de la machine.",
    "Any other option of the game, as games and cards of other packages have; several times.": "Toute "
    "autre option du jeu, comme en ont les jeux et les cartes d'autres paquets ; plusieurs fois.",
    "Which game: sushi-go, sushi-go-party, sushi-draft.": "Quel jeu : sushi-go, sushi-go-party, "
    "sushi-draft.",
    "How many people; the robot is not one.": "Combien de joueurs, sans compter le robot.",
    "The same number deals the same cards.": "Le même nombre donne les mêmes cartes.",
    f"Who sits at the other seats: {LEVELS_HELP}.": f"Qui occupe les autres places : "
    f"{LEVELS_FRENCH}.",
    "Write a record of the game to this file.": "Archiver la partie dans ce fichier.",
    "Sushi Go!, Sushi Draft: left, or alternate: left, right, left.": "Sushi Go!, Sushi Draft : "
    "left (à gauche), ou alternate : à gauche, à droite, à gauche.",
    "Sushi Go!: standard, or robot: two players and a robot.": "Sushi Go! : standard, ou robot : "
    "deux joueurs et un robot.",
    "Sushi Go Party!: a menu by name, random, or seven dishes: maki,tempura,... They are listed "
    "by: kaiten cards --game sushi-go-party": "Sushi Go Party! : un menu par son nom, random (au "
    "hasard), ou sept plats : maki,tempura,... La liste : kaiten cards --game sushi-go-party",
    "Sushi Go Party!: fr or en, where the rulebooks differ.": "Sushi Go Party! : fr ou en, là où "
    "les livrets de règles diffèrent.",
    "Sushi Draft: half jokers, half categories with wasabi.": "Sushi Draft : demi-jokers, "
    "demi-catégories avec wasabi.",
    "Sushi Draft: other values for the tokens: tuna:3,4,5/dessert:2,3,5": "Sushi Draft : d'autres "
    "valeurs pour les jetons : tuna:3,4,5/dessert:2,3,5",
    "The link of the table: https://example.org/t/K7QX2M": "Le lien de la table : "
    "https://example.org/t/K7QX2M",
    "Your name at the table; asked for if not given.": "Votre nom à la table ; sinon il sera "
    "demandé.",
    "Which seat, counted from 1; any free one if not given.": "Quelle place, à partir de 1 ; sinon "
    "n'importe quelle place libre.",
    "The server on which the table is opened.": "Le serveur sur lequel ouvrir la table.",
    "How many of the players are bots; free seats get one too.": "Combien de joueurs sont des bots "
    "; les places libres en auront un aussi.",
    f"Which bot: {LEVELS_HELP}.": f"Quel bot : {LEVELS_FRENCH}.",
    f"Seconds for each choice, {MIN_TIMER} to {MAX_TIMER}; no limit if not given.": "Secondes pour "
    f"chaque choix, de {MIN_TIMER} à {MAX_TIMER} ; sinon sans limite.",
    "Show the table to everybody while it waits.": "Montrer la table à tous tant qu'elle attend.",
    "A JSON file with one table, or one table per line; - for standard input.": "Un fichier JSON "
    "avec une table, ou une table par ligne ; - pour l'entrée standard.",
    "Print data instead of text.": "Afficher des données au lieu de texte.",
    "How many games.": "Combien de parties.",
    "The same number plays the same games.": "Le même nombre joue les mêmes parties.",
    "Processes that play at the same time.": "Combien de processus jouent en même temps.",
    "Write a record of every game to this file, one per line.": "Archiver chaque partie dans ce "
    "fichier, une par ligne.",
    "Who sits at the table, a bot for each seat: search,heuristic,search@5000,search@0.1s": "Qui "
    "est à la table, un bot par place : search,heuristic,search@5000,search@0.1s",
    "Bots of which each meets each other one: chance,greedy,heuristic": "Des bots qui se "
    "rencontrent tous : chance,greedy,heuristic",
    "How many games, rounded up to whole deals.": "Combien de parties, arrondi à des donnes "
    "entières.",
    "The same number plays the same deals.": "Le même nombre joue les mêmes donnes.",
    "Seconds that a bot may think about a choice.": "Secondes de réflexion d'un bot par choix.",
    "How often a bot may try something out for a choice; repeatable, unlike seconds.": "Combien "
    "d'essais un bot peut faire par choix ; reproductible, contrairement aux secondes.",
    "Processes that play at the same time; all cores if not given.": "Combien de processus jouent "
    "en même temps ; sinon tous les cœurs.",
    "Keep every finished game in this file; the same command goes on where it ends.": "Garder "
    "chaque partie finie dans ce fichier ; la même commande reprend là où il s'arrête.",
    "Draw the cross table into this SVG file.": "Dessiner le tableau croisé dans ce fichier SVG.",
    "A record, as JSON or as text; - for standard input.": "Une archive, en JSON ou en texte ; - "
    "pour l'entrée standard.",
    "Wait for Enter after every turn.": "Attendre Entrée après chaque tour.",
    "Which one, in a file of many records.": "Laquelle, dans un fichier de plusieurs archives.",
    "Seconds of thought about each decision.": "Secondes de réflexion par décision.",
    "Rounds imagined for each decision; repeatable, unlike seconds.": "Manches imaginées par "
    "décision ; reproductible, contrairement aux secondes.",
    "The hash that was shown at the start.": "L'empreinte affichée au début.",
    "A card's id or name; all of them if not given.": "L'identifiant ou le nom d'une carte ; sinon "
    "toutes.",
    "Which game; if not given, the first one that has the card.": "Quel jeu ; sinon le premier qui "
    "a la carte.",
}
HELP_FRENCH = {**COMMANDS_FRENCH, **OPTIONS_FRENCH}


def translate_help(english: str) -> str:
    """Return a help text in French, or as it is if it has no translation."""
    return HELP_FRENCH.get(" ".join(english.split()), english)


def translate_usage(usage: str) -> str:
    """Return the words of a usage line, or of the left column, in French."""
    for english, french in USAGE_WORDS.items():
        usage = usage.replace(english, french)
    return usage
