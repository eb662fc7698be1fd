"""The kinds of number that the sweeps carry, and what a kind has to offer.

The sweeps, the selections and the rules of arrays are written once, for numbers of any kind: the
primal values, tangents and adjoints that they are given, and the floats among them, for which every
kind makes way. What they ask of a kind stands here, and nothing else is asked.

A kind is an object of `Numbers` (`operations.rules.texts`), with which the texts of the table are compiled:

    function(name)   what a text means by a name: an operation of the table, on such numbers and floats;
                     "passed" (w, where, weight) is what a selection passes on of w, None where it
                     passes nothing (`passed_on`, if numbers compare by value); "powslope" (u, v) is
                     the slope of u^v by u (`powslope_of` its own power)
    apply(name, *arguments, fixed=(), attributes=())
                     an operation on whole arrays, which is not differentiated by what is `fixed`
                     (`absent.applied` knows what to do where elements are absent)
    plain            whether a number is its value and nothing more; a handle, a dual or a germ is not
    of_arrays        the kind that nodes carry which are arrays: that of arrays for floats, else itself
    applying(owned)  `apply`, which may change in place what it is given where that is `owned`

and numbers with

    + - * / + -      among themselves and with floats and arrays on either side, also as signs;
                     what is known to be a float may come out as one
    == < <= …        by their values (`ByValue` does it): they choose the side of a selection

A number that stands for a whole array also has `select(present)`, itself where a mask holds and 0
elsewhere, and leaves + and * with what is `Masked` to that. One with parts, such as a value and a
tangent, is one of `Parts`. That a tangent or an adjoint is absent is None, and no kind's concern.

    floats, arrays   operations.rules.floats, .onarrays   one point; arrays of points or seeds
    handles          handles                              the derivative as a graph
    duals            duals                                forward over reverse
    germs            germs.onscalars, germs.onarrays      what happens just beside a point
    balls            rigorous.onballs                     proven digits
"""
