"""The command line: kaiten serve, open, join, play, score, simulate, arena, replay, analyse,
verify, cards.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from .. import __version__
from ..text import COLON, LANGUAGES, Text, detect_language, join_texts

if TYPE_CHECKING:
    from ..engine.card import Rule
    from ..engine.game import Game
    from ..errors import KaitenError
    from ..scoring.score import Scoring

app = typer.Typer(
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Kaiten: the sushi draft games, exactly.",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def known_language(language: str) -> str:
    if language not in LANGUAGES:
        raise typer.BadParameter(f"{language!r} is not one of: {', '.join(LANGUAGES)}")
    spoken.append(language)
    return language


spoken = [detect_language()]  # the language to complain in, the last one being asked for


GameId = Annotated[
    str, typer.Argument(metavar="GAME", help="Which game: sushi-go, sushi-go-party, sushi-draft.")
]
Players = Annotated[
    int | None, typer.Option("--players", "-p", help="How many people; the robot is not one.")
]
Seed = Annotated[int | None, typer.Option(help="The same number deals the same cards.")]
Language = Annotated[
    str,
    typer.Option(
        "--lang",
        help="fr or en; the machine's own if not given.",
        default_factory=detect_language,
        callback=known_language,
        show_default=False,
    ),
]
RecordFile = Annotated[
    str, typer.Argument(help="A record, as JSON or as text; - for standard input.")
]
Which = Annotated[int, typer.Option("--game", min=1, help="Which one, in a file of many records.")]
Json = Annotated[bool, typer.Option("--json", help="Print data instead of text.")]
Direction = Annotated[
    str | None, typer.Option(help="Sushi Go!, Sushi Draft: left, or alternate: left, right, left.")
]
LEVELS = (
    "easy (likes what looks good), medium (knows the odds), hard (imagines the round), chef (our best), "
    "or another bot by its name"
)
Variant = Annotated[
    str | None, typer.Option(help="Sushi Go!: standard, or robot: two players and a robot.")
]
Menu = Annotated[
    str | None,
    typer.Option(
        help="Sushi Go Party!: a menu by name, random, or seven dishes: maki,tempura,... They are listed by: kaiten cards --game sushi-go-party"
    ),
]
Edition = Annotated[
    str | None, typer.Option(help="Sushi Go Party!: fr or en, where the rulebooks differ.")
]
Advanced = Annotated[
    bool | None,
    typer.Option("--advanced", help="Sushi Draft: half jokers, half categories with wasabi."),
]
Tokens = Annotated[
    str | None,
    typer.Option(help="Sushi Draft: other values for the tokens: tuna:3,4,5/dessert:2,3,5"),
]


def given(**options: Any) -> dict[str, Any]:
    """The options that were given."""
    return {name: value for name, value in options.items() if value is not None}


def version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kaiten {__version__}")
        raise typer.Exit


@app.callback()
def kaiten(
    context: typer.Context,
    show: Annotated[
        bool, typer.Option("--version", callback=version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """The sushi draft games, exactly. Without a command: serve tables on this machine, and open the
    browser.
    """
    if context.invoked_subcommand is None:
        start_server(HOST, PORT, None, 1, browser=True)


HOST, PORT = "127.0.0.1", 8000


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen at; 0.0.0.0 for the whole network.")
    ] = HOST,
    port: Annotated[int, typer.Option(min=1, max=65535)] = PORT,
    db: Annotated[
        str | None,
        typer.Option(
            help="The database: sqlite:///FILE or postgresql://...; otherwise KAITEN_DB, or a file in your data folder.",
            show_default=False,
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="Processes that serve the same tables.")
    ] = 1,
) -> None:
    """Serve tables, where people play together by a link."""
    start_server(host, port, db, workers)


def start_server(host: str, port: int, db: str | None, workers: int, browser: bool = False) -> None:
    """Serve with the plain rules: the server answers many small questions; what bots compute is
    compiled beside it.
    """
    os.environ["KAITEN_JIT"] = "0"
    from ..server.run import find_free_port
    from ..server.run import serve as run

    run(host, find_free_port(host, port) if browser else port, db, workers, browser)


@app.command()
def play(
    language: Language,
    game: GameId = "sushi-go",
    players: Players = None,
    seed: Seed = None,
    bot: Annotated[str, typer.Option(help=f"Who sits at the other seats: {LEVELS}.")] = "medium",
    record: Annotated[
        Path | None, typer.Option(help="Write a record of the game to this file.")
    ] = None,
    direction: Direction = None,
    variant: Variant = None,
    menu: Menu = None,
    edition: Edition = None,
    advanced: Advanced = None,
    tokens: Tokens = None,
) -> None:
    """Play a game in the terminal, against bots."""
    from ..games import find_game
    from ..terminal.play import play as play_in_terminal

    if record and not record.parent.is_dir():
        raise typer.BadParameter(f"there is no folder {record.parent}", param_hint="--record")
    options = given(
        direction=direction,
        variant=variant,
        menu=menu,
        edition=edition,
        advanced=advanced,
        tokens=tokens,
    )
    find_game(game).options(options)  # what cannot be is said before anything else
    people = players or (2 if variant == "robot" else 3)
    match = play_in_terminal(find_game(game), people, seed, language, bot, options)
    if record:
        record.write_text(match.record().json() + "\n", encoding="utf-8")
        typer.echo(RECORDED.format(file=record).to(language))


@app.command()
def join(
    language: Language,
    link: Annotated[
        str, typer.Argument(help="The link of the table: https://example.org/t/K7QX2M")
    ],
    name: Annotated[
        str | None, typer.Option(help="Your name at the table; asked for if not given.")
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(min=1, help="Which seat, counted from 1; any free one if not given."),
    ] = None,
) -> None:
    """Play at somebody's table in the terminal; whoever opened the table has its link."""
    # the table computes everything: there is nothing to compile here
    os.environ.setdefault("KAITEN_JIT", "0")
    from ..terminal.remote import visit

    visit(
        link, name or typer.prompt(NAME.to(language)), None if seat is None else seat - 1, language
    )


@app.command(name="open")
def open_table(
    language: Language,
    game: GameId = "sushi-go",
    server: Annotated[
        str, typer.Option(help="The server on which the table is opened.")
    ] = f"http://{HOST}:{PORT}",
    name: Annotated[
        str | None, typer.Option(help="Your name at the table; asked for if not given.")
    ] = None,
    players: Players = None,
    bots: Annotated[
        int, typer.Option(min=0, help="How many of the players are bots; free seats get one too.")
    ] = 0,
    bot: Annotated[str, typer.Option(help=f"Which bot: {LEVELS}.")] = "medium",
    timer: Annotated[
        int | None, typer.Option(min=5, help="Seconds for each choice; no limit if not given.")
    ] = None,
    listed: Annotated[
        bool, typer.Option("--listed", help="Show the table to everybody while it waits.")
    ] = False,
    direction: Direction = None,
    variant: Variant = None,
    menu: Menu = None,
    edition: Edition = None,
    advanced: Advanced = None,
    tokens: Tokens = None,
) -> None:
    """Open a table on a server and play at it in the terminal; others come by its link."""
    os.environ.setdefault("KAITEN_JIT", "0")
    from ..terminal.remote import host

    options = given(
        direction=direction,
        variant=variant,
        menu=menu,
        edition=edition,
        advanced=advanced,
        tokens=tokens,
    )
    people = players or (2 if variant == "robot" else 4)
    if bots >= people:
        raise typer.BadParameter(
            f"at most {people - 1}, since one seat is yours", param_hint="--bots"
        )
    seats = [None] * (people - bots) + [bot] * bots
    wish = {
        "name": name or typer.prompt(NAME.to(language)),
        "game": game,
        "options": options,
        "seats": seats,
    }
    host(server, {**wish, "timer": timer, "listed": listed}, language)


NAME = Text("Your name", "Votre nom")
RECORDED = Text("Recorded in {file}", "Archivé dans {file}")


@app.command()
def score(
    language: Language,
    file: Annotated[
        str,
        typer.Argument(
            help="A JSON file with one table, or one table per line; - for standard input."
        ),
    ],
    json_wanted: Json = False,
) -> None:
    """Count a table of cardboard cards."""
    from ..errors import KaitenError
    from ..scoring.score import score_table

    failed = False
    tables = list(read_tables(read_input(file)))
    for number, table in tables:
        try:
            if isinstance(table, Exception):
                raise unreadable(table)
            scoring = score_table(table)
        except KaitenError as error:
            failed = True
            complain(error, language, f"{file}:{number}: " if len(tables) > 1 else "")
            if json_wanted and len(tables) > 1:
                typer.echo(json.dumps({"error": error.text.to(language)}, ensure_ascii=False))
        else:
            if json_wanted:
                typer.echo(json.dumps(scoring.data(language), ensure_ascii=False))
            else:
                print_scoring(scoring, language)
    if failed:
        raise typer.Exit(2)


def read_input(file: str) -> str:
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise OSError(0, "this is not text in UTF-8", file) from error


def read_tables(text: str) -> Iterator[tuple[int, Any]]:
    """One JSON value, or one per line, each with the number of its line; what cannot be read is the
    error itself.
    """
    whole = read_json(text)
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if (
        not isinstance(whole, Exception)
        or len(lines) < 2
        or isinstance(read_json(lines[0][1]), Exception)
    ):
        yield 1, whole
        return
    for number, line in lines:
        yield number, read_json(line)


def read_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        return error


def unreadable(error: Exception) -> KaitenError:
    from ..errors import BadTable

    return BadTable(
        Text("This is not JSON: {error}", "Ce n'est pas du JSON : {error}").format(error=error)
    )


def complain(error: KaitenError, language: str, where: str = "") -> None:
    typer.echo(f"{where}{error.text.to(language)}", err=True)


def print_scoring(scoring: Scoring, language: str) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    grid = Table(box=box.SIMPLE_HEAD, highlight=False)
    for words in (Text("Player", "Joueur"), Text("Points", "Points"), Text("Why", "Pourquoi")):
        grid.add_column(words.to(language), justify="right" if words.en == "Points" else "left")
    for seat, player in enumerate(scoring.players):
        grid.add_row(
            player.name, str(scoring.total(seat)) if scoring.outcome else "", "", style="bold"
        )
        if player.before:
            grid.add_row(
                "", str(player.before), Text("earlier rounds", "manches précédentes").to(language)
            )
        for line in (scoring.sheet + scoring.final).of(seat=seat):
            points = "" if line.card in scoring.piles else str(line.points)
            grid.add_row(
                "", points, join_texts([scoring.names[line.card], line.reason], COLON).to(language)
            )
        grid.add_section()
    console = Console(highlight=False, markup=False)
    console.print(grid)
    if scoring.outcome:
        console.print(
            "   ".join(
                f"{place.rank}. {place.name} {place.score}" for place in scoring.outcome.ranking
            )
        )
        if scoring.outcome.tie_break:
            console.print(scoring.outcome.tie_break.to(language))


@app.command()
def simulate(
    language: Language,
    game: GameId = "sushi-go",
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 10_000,
    seed: Annotated[int, typer.Option(min=0, help="The same number plays the same games.")] = 0,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, help="Processes that play at the same time.")
    ] = 1,
    records: Annotated[
        Path | None, typer.Option(help="Write a record of every game to this file, one per line.")
    ] = None,
    json_wanted: Json = False,
    direction: Direction = None,
    variant: Variant = None,
    menu: Menu = None,
    edition: Edition = None,
    advanced: Advanced = None,
    tokens: Tokens = None,
) -> None:
    """Play many games at random and print what came of them."""
    from contextlib import ExitStack

    from ..simulate import simulate as play_games

    options = given(
        direction=direction,
        variant=variant,
        menu=menu,
        edition=edition,
        advanced=advanced,
        tokens=tokens,
    )
    people = players or (2 if variant == "robot" else 4)
    with ExitStack() as stack:
        write = stack.enter_context(OpenedLater(records)).write if records else None
        progress = stack.enter_context(progress_bar(games))
        result = play_games(game, people, games, seed, jobs, options, write, progress)
    if json_wanted:
        typer.echo(json.dumps(result.data()))
        return
    if result.options.get("menu"):
        typer.echo(f"menu {result.options['menu']}")
    facts = {
        "games": result.games,
        "seconds": f"{result.seconds:.2f}",
        "speed": f"{result.games_per_second:,.0f}",
        "points": f"{result.mean:.2f} (sd {result.sd:.2f})",
        "shares": "  ".join(f"{share:.1%}" for share in result.win_share),
    }
    typer.echo(SIMULATED.format(**facts).to(language))


SIMULATED = Text(
    "{games} games in {seconds} s: {speed} a second\npoints {points}   wins by seat  {shares}",
    "{games} parties en {seconds} s : {speed} par seconde\npoints {points}   victoires par place  {shares}",
)


class OpenedLater:
    """A file that is made when the first line is written, so that a refused run leaves an old one
    alone.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.file: TextIO | None = None

    def __enter__(self) -> OpenedLater:
        return self

    def write(self, text: str) -> None:
        self.file = self.file or self.path.open("w", encoding="utf-8")
        self.file.write(text)

    def __exit__(self, *_: object) -> None:
        if self.file:
            self.file.close()


@contextmanager
def progress_bar(total: int) -> Iterator[Callable[..., None]]:
    """A bar on standard error, where somebody can see it; whoever advances it may name another
    total.
    """
    if not sys.stderr.isatty():
        yield lambda games, total=total: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total)
        yield lambda games, total=total: progress.update(task, advance=games, total=total)


@app.command()
def arena(
    language: Language,
    game: Annotated[
        str, typer.Option(help="Which game: sushi-go, sushi-go-party, sushi-draft.")
    ] = "sushi-go",
    players: Players = None,
    bots: Annotated[
        str | None,
        typer.Option(
            help="Who sits at the table, a bot for each seat: search,heuristic,search@5000,search@0.1s"
        ),
    ] = None,
    pool: Annotated[
        str | None,
        typer.Option(help="Bots of which each meets each other one: chance,greedy,heuristic"),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="How many games, rounded up to whole deals.")
    ] = 400,
    seed: Annotated[int, typer.Option(min=0, help="The same number plays the same deals.")] = 0,
    think: Annotated[
        float | None, typer.Option(help="Seconds that a bot may think about a choice.")
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option(
            help="How often a bot may try something out for a choice; repeatable, unlike seconds."
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            "-j",
            min=1,
            help="Processes that play at the same time; all cores if not given.",
        ),
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option(
            help="Keep every finished game in this file; the same command goes on where it ends."
        ),
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(help="Draw the cross table into this SVG file.")
    ] = None,
    json_wanted: Json = False,
    direction: Direction = None,
    variant: Variant = None,
    menu: Menu = None,
    edition: Edition = None,
    advanced: Advanced = None,
    tokens: Tokens = None,
) -> None:
    """Let bots play each other at the same deals in changing seats, and print who is better and how
    sure that is.
    """
    from ..arena import run_contest
    from ..arena.chart import draw_cross_table
    from ..games import find_game
    from ..terminal.arena import print_results

    if picture and (picture.suffix != ".svg" or not picture.parent.is_dir()):
        raise typer.BadParameter("a file .svg in a folder that exists", param_hint="--picture")
    options = given(
        direction=direction,
        variant=variant,
        menu=menu,
        edition=edition,
        advanced=advanced,
        tokens=tokens,
    )
    with progress_bar(games) as progress, told_how_to_go_on(keep, language):
        result = run_contest(
            game,
            split(bots),
            pool=split(pool),
            players=players,
            games=games,
            seed=seed,
            think=think,
            iterations=iterations,
            jobs=jobs,
            options=options,
            keep=keep,
            progress=progress,
        )
    if picture:
        picture.write_text(
            draw_cross_table(result, find_game(game).title.to(language), language), encoding="utf-8"
        )
    if json_wanted:
        typer.echo(json.dumps(result.data(language), ensure_ascii=False))
    else:
        print_results(result, games, language)


def split(names: str | None) -> list[str]:
    """The names in a list with commas."""
    return [name.strip() for name in names.split(",")] if names else []


@contextmanager
def told_how_to_go_on(keep: Path | None, language: str) -> Iterator[None]:
    """Whoever interrupts what is kept hears that nothing is lost."""
    try:
        yield
    except KeyboardInterrupt:
        if keep:
            typer.echo(GO_ON.format(file=keep).to(language), err=True)
        raise


GO_ON = Text(
    "Interrupted. {file} keeps the games that are over; the same command plays the others.",
    "Interrompu. {file} garde les parties finies ; la même commande joue les autres.",
)


@app.command()
def replay(
    language: Language,
    file: RecordFile,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every turn.")] = False,
    number: Which = 1,
    json_wanted: Json = False,
) -> None:
    """Show a recorded game turn by turn; one that breaks the rules is refused."""
    from ..match.replay import replay as steps
    from ..terminal.screen import Screen, laid_open

    shown = None
    for view in map(laid_open, steps(one_record(read_input(file), number))):
        screen = Screen(view, language)
        if not json_wanted:
            if shown is None:
                screen.show_title()
            screen.show_since(shown, view)
            if (
                step
                and not view.over
                and typer.prompt(NEXT.to(language), "", show_default=False) == "q"
            ):
                return
        shown = view
    assert shown is not None
    if json_wanted:
        typer.echo(json.dumps({"ok": True, "over": shown.over, "scores": shown.scores}))
    elif shown.over:
        screen.show_end(shown)
    else:
        screen.say(BROKEN_OFF)


NEXT = Text("Enter: on, q: leave", "Entrée : la suite, q : quitter")
BROKEN_OFF = Text("The record ends here.", "L'archive s'arrête ici.")


@app.command()
def analyse(
    language: Language,
    file: RecordFile,
    number: Which = 1,
    think: Annotated[
        float | None, typer.Option(help="Seconds of thought about each decision.")
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option(help="Rounds imagined for each decision; repeatable, unlike seconds."),
    ] = None,
    json_wanted: Json = False,
) -> None:
    """Look at a recorded game again: the chances turn by turn, the costliest picks, and how much
    was luck.
    """
    from ..analysis.review import analyse as look_again
    from ..terminal.analysis import review

    with progress_bar(1) as progress:
        analysis = look_again(one_record(read_input(file), number), think, iterations, progress)
    if json_wanted:
        typer.echo(json.dumps(analysis.data(), ensure_ascii=False))
    else:
        review(analysis, language)


@app.command()
def verify(
    language: Language,
    file: RecordFile,
    published: Annotated[
        str | None, typer.Option("--hash", help="The hash that was shown at the start.")
    ] = None,
    number: Which = 1,
    json_wanted: Json = False,
) -> None:
    """Check that a recorded game follows the rules and that its deal is the one promised at the
    start.
    """
    from ..match.verdict import judge

    verdict = judge(one_record(read_input(file), number), published)
    if json_wanted:
        typer.echo(json.dumps(verdict.data(language), ensure_ascii=False))
    else:
        for words in verdict.proved:
            typer.echo(words.to(language))
        for words in verdict.doubts:
            typer.echo(words.to(language), err=True)
    if not verdict.ok:
        raise typer.Exit(2)


def one_record(text: str, number: int) -> str:
    """A record out of a file that may hold many, one per line."""
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) < 2 or not all(
        line.startswith("{") and line.rstrip().endswith("}") for line in lines
    ):
        return text
    if number > len(lines):
        raise typer.BadParameter(f"the file holds {len(lines)} games", param_hint="--game")
    return lines[number - 1]


@app.command()
def cards(
    language: Language,
    card: Annotated[
        str | None, typer.Argument(help="A card's id or name; all of them if not given.")
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            help="Which game; if not given, the first one that has the card.", show_default=False
        ),
    ] = None,
    json_wanted: Json = False,
    menu: Menu = None,
    edition: Edition = None,
    advanced: Advanced = None,
    tokens: Tokens = None,
) -> None:
    """Say how a game is played, what each card does, and which menus there are."""
    from ..games import GAMES, find_game

    asked = given(menu=menu, edition=edition, advanced=advanced, tokens=tokens)
    games = (
        [find_game(game)]
        if game
        else [one for one in GAMES if set(asked) <= set(one.option_values)]
    )
    served = {one: rules_of(one, one.options(asked), menu) for one in games}
    played = next(
        (
            one
            for one in games
            if card is None or any(answers_to(card, rule) for rule in served[one])
        ),
        None,
    )
    if not played:
        for one in games:
            typer.echo(
                f"{one.title.to(language)}: {card}? {', '.join(rule.id for rule in served[one])}",
                err=True,
            )
        raise typer.Exit(2)
    wanted = [rule for rule in served[played] if card is None or answers_to(card, rule)]
    rules = [describe(played, played.options(asked), rule, language) for rule in wanted]
    if json_wanted:
        typer.echo(json.dumps(rules, ensure_ascii=False))
        return
    if card is None:
        typer.echo(typer.style(played.title.to(language), bold=True))
        typer.echo(indented(played.rule.to(language)) + "\n")
    print_rules(rules, language)
    if card is None and not menu:
        print_menus(played, language)


def rules_of(game: Game, options: dict[str, Any], menu: str | None) -> list[Rule]:
    """The rules of a game, on the cards of a menu or on all of them, and those that stand on no
    card.
    """
    return [*(game.cards if menu in (None, "random") else game.on_menu(options)), *game.extras]


def print_rules(rules: Sequence[Mapping[str, Any]], language: str) -> None:
    """Each card with what the box has of it; a text that several share stands once, below the last
    of them.
    """
    for rule, following in zip_longest(rules, rules[1:]):
        pieces = [f"{kind} ×{count}" for kind, count in rule["copies"].items()]
        if rule["tokens"]:
            pieces.append(TOKENS.format(worth=" ".join(map(str, rule["tokens"]))).to(language))
        typer.echo(
            typer.style(rule["name"], bold=True) + (f"  ({', '.join(pieces)})" if pieces else "")
        )
        if not following or following["rule"] != rule["rule"]:
            typer.echo(indented(rule["rule"]))


def print_menus(game: Game, language: str) -> None:
    for course in game.courses:
        typer.echo(f"{course.served} {course.name.to(language)}: {', '.join(course.dishes)}")
    for menu in game.menus:
        typer.echo(typer.style(f"--menu {menu.id}", bold=True) + f"  ({menu.name.to(language)})")
        typer.echo(
            indented(
                join_texts([one.name for one in game.on_menu({"menu": menu.dishes})]).to(language)
            )
        )


def indented(text: str) -> str:
    """A paragraph, in which no line begins with a sign that belongs to the word before it."""
    text = re.sub(" (?=[:;!?»])", "\u00a0", text)
    return fill(text, get_terminal_size().columns - 2, initial_indent="  ", subsequent_indent="  ")


TOKENS = Text("tokens {worth}", "jetons {worth}")


def answers_to(wanted: str, rule: Rule) -> bool:
    """Whether a card, or a rule that stands on none, goes by this name in any language."""
    known = [
        rule.id,
        *rule.name,
        *rule.names,
        *(name for names in rule.names.values() for name in names),
    ]
    return wanted.lower().replace(" ", "_") in [name.lower().replace(" ", "_") for name in known]


def describe(game: Game, options: dict[str, Any], rule: Rule, language: str) -> dict[str, Any]:
    return {
        "id": rule.id,
        "name": rule.name.to(language),
        "copies": dict(rule.copies),
        "colour": rule.colour,
        "dessert": rule.dessert,
        "tokens": game.token_values(options).get(rule.id, []),
        "rule": rule.text(game.variant(options)).to(language),
    }


def main() -> None:
    """Run the command line; what cannot be done is said in a sentence."""
    from ..errors import KaitenError

    try:
        app()
    except KaitenError as error:
        complain(error, spoken[-1])
        sys.exit(2)
    except BrokenPipeError:
        # nobody reads on: say no more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        typer.echo(": ".join(filter(None, [error.filename, error.strerror])), err=True)
        sys.exit(2)
